/** Texts that are written for people past `t`, where they can be told from other strings: said to the person, or between the tags of a page. */
import ts from 'typescript';
import type { UnreadableCall } from './source-texts';

/** The ways to talk to the person (`Prompt`). */
const SAID_BY = new Set(['tell', 'warn', 'pick', 'during', 'askName']);
/** What talks to developers by the same names. */
const LOGS = /(log|output|console)$/;
/** The parts of what is shown that are texts. */
const SHOWN_AS = new Set(['title', 'prompt', 'placeholder', 'label', 'tooltip']);
/** The same in HTML. */
const SHOWN_ATTRIBUTE = /\s(?:aria-label|title|placeholder|alt)=["']?([^\s"'>$][^"'>]*)/g;

/**
 * Finds them in a file.
 * @param file its path, to tell where something is
 */
export function untranslatedIn(file: string, code: string): readonly UnreadableCall[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found: UnreadableCall[] = [];
  const take = (node: ts.Node | undefined) => {
    if (!node || !hasWords(node)) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({ at: `${file}:${line}`, why: `people read this in English only: ${node.getText()}` });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      if (SAID_BY.has(name.text) && !LOGS.test(expression.getText())) for (const said of node.arguments) take(said);
    } else if (ts.isPropertyAssignment(node) && SHOWN_AS.has(node.name.getText())) {
      take(node.initializer);
    } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const { left, right } = node;
      if (ts.isPropertyAccessExpression(left) && SHOWN_AS.has(left.name.text)) take(right);
    } else if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html') {
      take(node.template);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether a node is a text that is written out, with a word in it; of a template of HTML what is not markup counts. */
function hasWords(node: ts.Node): boolean {
  if (ts.isConditionalExpression(node)) return hasWords(node.whenTrue) || hasWords(node.whenFalse);
  const isHtml = ts.isTaggedTemplateExpression(node.parent);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return isWords(node.text, isHtml);
  if (!ts.isTemplateExpression(node)) return false;
  // What is put in is looked at where it is made.
  const fixed = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('$');
  return isWords(fixed, isHtml);
}

function isWords(text: string, isHtml: boolean): boolean {
  const shown = isHtml
    ? [text.replace(/<[^<>]*>/g, ' '), ...[...text.matchAll(SHOWN_ATTRIBUTE)].map(([, value = '']) => value)].join(' ')
    : text;
  return /\p{L}{2}/u.test(shown) && !['Tackboard', 'http://127.0.0.1:4455', 'ada@example.org'].includes(shown);
}
