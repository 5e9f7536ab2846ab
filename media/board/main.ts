/** The board: begins in the browser. */
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { BoardView } from './board-view';

new BoardView(document.body).start();
