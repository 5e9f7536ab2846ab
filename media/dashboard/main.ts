/** The dashboard: begins in the browser. */
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { DashboardView } from './dashboard-view';

new DashboardView(document.body).start();
