/** Offers Tackboard's tools to chat agents in VS Code, with a question to the person before anything is written. */
import * as vscode from 'vscode';
import type { AgentTool } from '../app/outside/agent-tools';

/**
 * Registers tools under the names that the manifest gives them.
 * @param ready what every tool waits for: before, there is nothing to act on
 */
export function offerTools(tools: readonly AgentTool[], ready: Promise<void>): vscode.Disposable {
  return vscode.Disposable.from(...tools.map((tool) => vscode.lm.registerTool(tool.name, offered(tool, ready))));
}

function offered({ question, run }: AgentTool, ready: Promise<void>): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }) => {
      await ready;
      const asked = question?.(input);
      if (!asked) return undefined;
      const { title, message } = asked;
      // VS Code reads a plain string as Markdown.
      return { confirmationMessages: { title, message: new vscode.MarkdownString().appendText(message) } };
    },
    invoke: async ({ input }) => {
      await ready;
      const outcome = await run(input);
      // The agent reads the message, and can mend what it sent.
      if (outcome.kind === 'refused') throw new Error(outcome.message);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(outcome.value)]);
    },
  };
}
