/** The description of the interface: the OpenAPI document, and a page that shows it with nothing from elsewhere (rule R30). */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import { done } from '../../shared/failures';
import { describeRoutes, type OpenApi } from './openapi';
import { type Route, route } from './route';

/** Where the page is. */
export const DOCS = '/docs';

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

/** Whether a path is the page, or something that it loads. */
export function isDocs(path: string): boolean {
  return path === DOCS || path.startsWith(`${DOCS}/`);
}

/** Nothing from elsewhere, and no other page around it. */
const CONTENT_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Serves the page. It and all that it loads come from this server. */
export function docsPage(document: () => OpenApi): FastifyPluginAsync {
  return async (app) => {
    await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } });
    await app.register(swaggerUi, {
      routePrefix: DOCS,
      staticCSP: CONTENT_POLICY,
      transformSpecification: document,
      theme: { title: 'Tackboard: the interface' },
      // A badge of another server would be asked for otherwise.
      uiConfig: { layout: 'BaseLayout', validatorUrl: null, docExpansion: 'list', persistAuthorization: false },
    });
  };
}
