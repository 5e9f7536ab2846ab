// The sidebar as a person uses it, in a real VS Code with no server. All of it in one window: it takes as long to start as ten tests.
import { describe } from 'vitest';
import { inRoot } from '../../scripts/root';
import { testPins } from './sidebar/pins';
import { openSidebar } from './sidebar/sidebar';
import { testTaskCommands } from './sidebar/task-commands';
import { testTaskRows } from './sidebar/task-rows';
import { testTasksDay } from './sidebar/tasks-day';

const sidebar = openSidebar([inRoot('test', 'support', 'agent-extension')]);
describe('tasks day by day', () => testTasksDay(sidebar));
describe('rows', () => testTaskRows(sidebar));
describe('pins and dashboards', () => testPins(sidebar));
describe('commands', () => testTaskCommands(sidebar));
