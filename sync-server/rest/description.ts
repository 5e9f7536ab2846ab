/** The description of the interface: the OpenAPI document (rule R30). */
import * as z from 'zod';
import { done } from '../../shared/failures';
import { describeRoutes, type OpenApi } from './openapi';
import { type Route, route } from './route';

/** The routes with one more, that answers the document of all of them. It is made when someone first asks: that takes longer than anything else at the start. */
export function withDescription(
  routes: readonly Route[],
  title: string,
): { routes: readonly Route[]; document: () => OpenApi } {
  let made: OpenApi | undefined;
  const document = () => {
    made ??= describeRoutes(all, title);
    return made;
  };
  const own = route({
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'Get this document',
    success: 200,
    open: true,
    answer: z.looseObject({ openapi: z.string() }) as z.ZodType<unknown>,
    target: async () => done(undefined, false),
    act: async () => done<unknown>(document(), false),
  });
  const all = [...routes, own];
  return { routes: all, document };
}
