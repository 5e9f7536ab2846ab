/** The texts for people in the code: the first arguments of `t` from @vscode/l10n, by which translations are found. */
import ts from 'typescript';

/** A text of the code. */
export interface SourceText {
  /** By what it is found in a bundle: itself, with the comment for who translates after a slash, where it has one. */
  readonly key: string;
  readonly message: string;
}

/** A call that no translation could be found for. */
export interface UnreadableCall {
  /** As editors open it: `file:line`. */
  readonly at: string;
  readonly why: string;
}

/** What is said to the person in some code. */
export interface TextsOfFile {
  readonly texts: readonly SourceText[];
  readonly unreadable: readonly UnreadableCall[];
}

const PACKAGE = '@vscode/l10n';

/**
 * Reads the texts of a file. It is stricter than @vscode/l10n-dev, which passes over what it does not understand: here a text that is put
 * together at run time, or that goes another way than by the one function, is named, since it would stay English for ever.
 * @param file its path, to tell where something is
 */
export function textsOf(file: string, code: string): TextsOfFile {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const texts: SourceText[] = [];
  const unreadable: UnreadableCall[] = [];
  const name = importedName(source);
  const refuse = (node: ts.Node, why: string) =>
    unreadable.push({ at: `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`, why });
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = node.expression;
      if (ts.isIdentifier(called) && called.text === name) {
        const text = readText(node.arguments[0]);
        if (text) texts.push(text);
        else refuse(node, 'the text is not written out, so no translation is found for it');
      } else if (ts.isPropertyAccessExpression(called) && /\bl10n\.t$/.test(called.getText())) {
        refuse(node, `use t of ${PACKAGE}, as everywhere`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { texts, unreadable };
}

/** What `t` is called in a file; undefined where it is not imported. */
function importedName(source: ts.SourceFile): string | undefined {
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (statement.moduleSpecifier.text !== PACKAGE || !bindings || !ts.isNamedImports(bindings)) continue;
    const found = bindings.elements.find(({ name, propertyName }) => (propertyName ?? name).text === 't');
    if (found) return found.name.text;
  }
  return undefined;
}

/** A text as it is written out: alone, or as `{ message, comment, args }`. */
function readText(argument: ts.Expression | undefined): SourceText | undefined {
  const message = argument && literal(argument);
  if (message !== undefined) return { key: message, message };
  if (!argument || !ts.isObjectLiteralExpression(argument)) return undefined;
  const part = (name: string) => {
    const found = argument.properties.find((property) => property.name?.getText() === name);
    return found && ts.isPropertyAssignment(found) ? literal(found.initializer) : undefined;
  };
  const [inner, comment] = [part('message'), part('comment')];
  return inner === undefined || comment === undefined ? undefined : { key: `${inner}/${comment}`, message: inner };
}

function literal(node: ts.Expression): string | undefined {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) ? node.text : undefined;
}
