// What the operations on dashboards and their widgets do, leave and refuse.
import * as dashboards from '../../../../shared/operations/dashboards';
import * as widgetPlace from '../../../../shared/operations/widget-place';
import { firstSection } from '../../replica';
import { by, type Case, gone, longName, NAME, noSection, noSibling, type Room } from './room';

const TYPES = 'must be one of status, priority, assignee, due, burnup, count.';

export const DASHBOARDS: Readonly<Record<string, Case>> = {
  createDashboard: {
    acts: [
      ({ space }) =>
        dashboards.createDashboard(space, firstSection('dashboard'), { name: 'n', widgets: [{ type: 'due' }] }, by),
    ],
    refused: [
      ...(
        [
          [{ name: longName }, NAME],
          [{ name: 'n', description: 'd'.repeat(145) }, 'description must have at most 144 characters; it has 145.'],
          [
            { name: 'n', widgets: Array.from({ length: 51 }, () => ({ type: 'count' })) },
            'widgets must have at most 50 widgets.',
          ],
          [{ name: 'n', widgets: [{ type: 'pie' }] }, `widgets.0.type ${TYPES}`],
          [
            {
              name: 7,
              widgets: [{ id: 'w', type: 'due' }, { type: 'pie' }, null, { id: 'w', type: 'due' }, { id: 5 }],
            },
            `name must be text. widgets.1.type ${TYPES} widgets.2 must be an object. widgets.4.id must be text. widgets.4.type is required. widgets.3.id is named twice.`,
          ],
          [
            { name: 'n', widgets: [{ type: 'count', title: 't'.repeat(101) }] },
            'widgets.0.title must have at most 100 characters; it has 101.',
          ],
          [
            { name: 'n', widgets: [{ type: 'count', lists: ['l', ''] }] },
            'widgets.0.lists.1 must have 1 to 200 characters; it is empty.',
          ],
        ] as const
      ).map(
        ([input, said]) =>
          [
            ({ space }: Room) => dashboards.createDashboard(space, firstSection('dashboard'), input as never, by),
            said,
          ] as const,
      ),
      [({ space, section }) => dashboards.createDashboard(space, section, { name: 'n' }, by), noSection],
    ],
  },
  updateDashboard: {
    acts: [
      ({ space, board }) => dashboards.updateDashboard(space, board, { name: 'n', description: null }, by),
      ({ space, board }) => dashboards.updateDashboard(space, board, { widgets: [{ type: 'burnup' }] }, by),
    ],
    rests: [
      ({ space, board }) => dashboards.updateDashboard(space, board, { name: 'd', description: 'd' }, by),
      ({ space, board }) =>
        dashboards.updateDashboard(
          space,
          board,
          {
            widgets: (space.view.record('dashboard', board)?.widgets ?? []).map(({ id, type, title }) => ({
              id,
              type,
              ...(title !== undefined && { title }),
            })),
          },
          by,
        ),
    ],
    refused: [
      [({ space, board }) => dashboards.updateDashboard(space, board, { name: longName }, by), NAME],
      [
        ({ space }) => dashboards.updateDashboard(space, gone, { name: 'n' }, by),
        'There is no such dashboard; it may have been deleted.',
      ],
    ],
  },
  addWidget: {
    acts: [({ space, board }) => dashboards.addWidget(space, board, { type: 'status' }, by)],
    refused: [
      [
        ({ space, board }) => dashboards.addWidget(space, board, { type: 'count', title: 't'.repeat(101) }, by),
        'title must have at most 100 characters; it has 101.',
      ],
      [
        ({ space }) => dashboards.addWidget(space, gone, { type: 'count' }, by),
        'There is no such dashboard; it may have been deleted.',
      ],
    ],
  },
  updateWidget: {
    acts: [({ space, board, widget }) => dashboards.updateWidget(space, board, widget, { type: 'burnup' }, by)],
    rests: [
      ({ space, board, widget }) =>
        dashboards.updateWidget(space, board, widget, { type: 'count', title: 'Count' }, by),
    ],
    refused: [
      [
        ({ space, board, widget }) => dashboards.updateWidget(space, board, widget, { type: 'pie' as never }, by),
        'type must be one of status, priority, assignee, due, burnup, count.',
      ],
      [
        ({ space, board }) => dashboards.updateWidget(space, board, 'gone', { type: 'count' }, by),
        'id: The dashboard has no such widget.',
      ],
    ],
  },
  removeWidget: {
    acts: [({ space, board, widget }) => dashboards.removeWidget(space, board, widget, by)],
    refused: [
      [
        ({ space, board }) => dashboards.removeWidget(space, board, 'gone', by),
        'id: The dashboard has no such widget.',
      ],
    ],
  },
  moveWidget: {
    acts: [({ space, board, widget }) => widgetPlace.moveWidget(space, board, widget, undefined, by)],
    rests: [
      ({ space, board, widget }) => widgetPlace.moveWidget(space, board, widget, widget, by),
      ({ space, board, widget }) =>
        widgetPlace.moveWidget(space, board, widget, space.view.record('dashboard', board)?.widgets[1]?.id, by),
    ],
    refused: [
      [
        ({ space, board }) => widgetPlace.moveWidget(space, board, 'gone', undefined, by),
        'id: The dashboard has no such widget.',
      ],
      [
        ({ space, board, widget }) => widgetPlace.moveWidget(space, board, widget, 'gone', by),
        'before: The dashboard has no such widget.',
      ],
    ],
  },
  moveDashboard: {
    acts: [
      ({ space, board, otherBoard }) => dashboards.moveDashboard(space, board, undefined, { after: otherBoard }, by),
    ],
    rests: [({ space, board }) => dashboards.moveDashboard(space, board, firstSection('dashboard'), {}, by)],
    refused: [
      [({ space, board, section }) => dashboards.moveDashboard(space, board, section, {}, by), noSection],
      [({ space, board }) => dashboards.moveDashboard(space, board, undefined, { before: gone }, by), noSibling],
    ],
  },
};
