/** The page that shows the interface, with nothing from elsewhere (rule R30). */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { OpenApi } from './openapi';

/** Where the page is. */
export const DOCS = '/docs';

/** Whether a path is the page, or something that it loads. */
export function isDocs(path: string): boolean {
  return path === DOCS || path.startsWith(`${DOCS}/`);
}

/** Nothing from elsewhere, and no other page around it. */
const CONTENT_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The page, made when someone first asks for it: most servers are never asked, and what makes it takes a sixth of the start.
 * It and all that it loads come from this server.
 * @param document the OpenAPI document
 * @returns what answers a request to a path of the page, or gives undefined where there is nothing there
 */
export function docsPage(
  document: () => OpenApi,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  let made: Promise<FastifyInstance> | undefined;
  return async ({ method, raw }, reply) => {
    made ??= makePage(document);
    const page = await made;
    const { statusCode, headers, rawPayload } = await page.inject({
      method: method === 'HEAD' ? 'HEAD' : 'GET',
      url: raw.url ?? DOCS,
      headers: raw.headers,
    });
    if (statusCode >= 400) return undefined;
    for (const name of [
      'content-type',
      'content-security-policy',
      'cache-control',
      'etag',
      'last-modified',
      'location',
    ]) {
      if (headers[name] !== undefined) reply.header(name, headers[name]);
    }
    return reply.code(statusCode).send(rawPayload);
  };
}

async function makePage(document: () => OpenApi): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const page = fastify();
  await page.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } });
  await page.register(swaggerUi, {
    routePrefix: DOCS,
    staticCSP: CONTENT_POLICY,
    transformSpecification: document,
    theme: { title: 'Tackboard: the interface' },
    // A badge of another server would be asked for otherwise.
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, docExpansion: 'list', persistAuthorization: false },
  });
  return page;
}
