/** Dashboards over REST, with their widgets (rule R23). */
import * as z from 'zod';
import { dashboardDescription, name } from '../fields';
import { WIDGET_TYPES } from '../layout';
import { widgetsInput } from '../operations/dashboards';
import { recordBase, spaceParents } from './lists';
import { documentInfo, reference } from './references';

const widget = z
  .object({
    id: z.string(),
    type: z.enum(WIDGET_TYPES),
    title: z.string().optional(),
    lists: z.array(z.string()).optional(),
  })
  .meta({ id: 'Widget' });

export const dashboard = z
  .object({
    ...recordBase,
    ...spaceParents,
    description: z.string().nullable(),
    dashboardList: documentInfo,
    dashboardSection: documentInfo,
    widgets: z.array(widget),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof dashboard>;

export const createDashboardBody = z
  .object({
    name,
    description: dashboardDescription.nullish(),
    dashboardSection: reference,
    widgets: widgetsInput.optional(),
  })
  .meta({ id: 'DashboardCreate' });

/** `widgets` sets the array: those whose id is named are kept. */
export const updateDashboardBody = z
  .object({
    name: name.optional(),
    description: dashboardDescription.nullable().optional(),
    widgets: widgetsInput.optional(),
  })
  .meta({ id: 'DashboardUpdate' });
