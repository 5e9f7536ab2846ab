/** The document of a page: its bundle and its styles, under a policy that lets nothing else run or load. */
import * as vscode from 'vscode';
import type { PageSubject } from '../../shared/messages/page';

/**
 * The HTML of a page.
 * @param bundles the folder of the pages' bundles
 * @param name the page's bundle
 * @param subject what the page is about, which it is handed as data
 */
export function pageHtml(webview: vscode.Webview, bundles: vscode.Uri, name: string, subject: PageSubject): string {
  const nonce = crypto.randomUUID();
  const uri = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(bundles, file)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    // The editor of descriptions makes its styles while it runs.
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escaped(vscode.env.language)}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${uri('codicons.css')}" id="vscode-codicon-stylesheet">
    <link rel="stylesheet" href="${uri(`${name}.css`)}">
    <script defer nonce="${nonce}" src="${uri(`${name}.js`)}"></script>
  </head>
  <body data-subject="${escaped(JSON.stringify(subject))}"></body>
</html>`;
}

/** A text as the value of an attribute. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
