/** The board: begins in the browser. */
import { BoardView } from './board-view';

new BoardView(document.body).start();
