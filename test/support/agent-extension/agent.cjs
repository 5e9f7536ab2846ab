// @ts-check
// Stands for a chat agent in end-to-end tests: calls a tool of Tackboard's, and shows what it is told.
const vscode = require('vscode');

exports.activate = () =>
  vscode.commands.registerCommand('agent.addTask', async () => {
    const input = { name: 'Sweep the [yard](command:quit)', priority: 'high' };
    const call = vscode.lm.invokeTool('tackboard_create_task', { input, toolInvocationToken: undefined });
    const told = await call.then(
      ({ content }) => content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join(''),
      (error) => `refused: ${error.message}`,
    );
    void vscode.window.showInformationMessage(`The agent was told: ${told}`);
  });
