/** REST over HTTP: Fastify with the contract's own order of checks (rule R1), which is not Fastify's. */
import { randomUUID } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { bearerOf, bearerToken, hashOf } from '../bearer';
import type { Bearer } from '../storage/storage';
import { readBody } from './body';
import { corsOf } from './cors';
import { type ProblemAnswer, problemOf, problemOfError } from './problems';
import { Call, type Route, type Services } from './route';
import { memberRoutes } from './routes/members';
import { syncSpaceRoutes } from './routes/sync-spaces';
import { taskListRoutes } from './routes/task-lists';
import { taskSectionRoutes } from './routes/task-sections';
import { taskRoutes } from './routes/tasks';
import { userRoutes } from './routes/user';
import { workspaceRoutes } from './routes/workspaces';

/** Every operation of REST. */
export const ROUTES: readonly Route[] = [
  ...workspaceRoutes,
  ...memberRoutes,
  ...taskListRoutes,
  ...taskSectionRoutes,
  ...taskRoutes,
  ...userRoutes,
  ...syncSpaceRoutes,
];

export interface RestChoice {
  readonly services: Services;
  readonly log: Logger;
  /** Requests a minute per token; 0 for no bound. */
  readonly rateLimit: number;
  /** Pages that may read answers; empty for any. */
  readonly allowOrigins: readonly string[];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token came with the request; set before anything else is looked at. */
    bearer: Bearer | undefined;
    /** The header as it came. */
    sentContentType: string | undefined;
  }
}

const BODY_MAX = 1024 * 1024;
/** Paths that need no credential and show nothing of anybody. */
const OPEN_PATHS = new Set(['/healthz', '/readyz']);

/** Builds the HTTP server; it listens to nothing yet. */
export async function buildRest({ services, log, rateLimit: perMinute, allowOrigins }: RestChoice) {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_MAX,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 5_000 },
    forceCloseConnections: true,
    // A path that cannot be decoded is a path that is not there.
    frameworkErrors: (_error, _request, reply) => void sendProblem(reply, problemOf({ kind: 'no-path' })),
  });
  app.decorateRequest('bearer', undefined);
  app.decorateRequest('sentContentType', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  await app.register(rateLimit, {
    global: false,
    max: Math.max(perMinute, 1),
    timeWindow: '1 minute',
    keyGenerator: (request) => {
      const token = bearerToken(request.headers.authorization);
      return token === undefined ? 'none' : Buffer.from(hashOf(token)).toString('hex');
    },
  });
  const countRequest = app.createRateLimit();

  app.addHook('onRequest', async (request, reply) => {
    const cors = corsOf(request, () => allowedMethods(ROUTES, pathOf(request)), allowOrigins);
    reply.headers(cors.headers);
    if (cors.kind === 'preflight') return reply.code(204).send();
    if (OPEN_PATHS.has(pathOf(request))) return undefined;
    const token = bearerToken(request.headers.authorization);
    if (perMinute > 0 && token !== undefined) {
      const limit = await countRequest(request);
      if (!limit.isAllowed && limit.isExceeded) {
        return sendProblem(reply, problemOf({ kind: 'rate-limit', retryAfter: Math.max(1, limit.ttlInSeconds) }));
      }
    }
    const bearer = token === undefined ? undefined : await bearerOf(services.storage, token);
    if (!bearer) return sendProblem(reply, problemOf({ kind: 'unauthenticated' }));
    if (bearer.token.readOnly && !READS.has(request.method)) return sendProblem(reply, READ_ONLY);
    if (request.is404) return sendProblem(reply, noSuchPath(request));
    request.bearer = bearer;
    // Fastify would refuse a header that it cannot read before anybody has looked at the path; the body is judged later.
    if (request.headers['content-type'] !== undefined) request.sentContentType = request.headers['content-type'];
    delete request.raw.headers['content-type'];
    return undefined;
  });

  app.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 500 ? 'error' : 'debug';
    // The route and never the path: a path holds whatever a caller has put there, a token too.
    const route = request.routeOptions.url ?? 'none';
    const details = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log[level](details, 'request');
  });

  // What has no bearer comes as far as this: the paths that are open to all, with another method.
  app.setNotFoundHandler((request, reply) => sendProblem(reply, noSuchPath(request)));

  app.setErrorHandler((error, request, reply) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return sendProblem(reply, problemOf({ kind: 'too-large' }));
    request.log.error({ err: error }, 'a request failed');
    return sendProblem(reply, problemOfError(error));
  });

  for (const one of ROUTES) {
    app.route({ method: one.method, url: one.path, handler: (request, reply) => run(services, one, request, reply) });
  }
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await services.storage.writable();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'the store cannot be written to' });
  });
  return app;
}

/** Runs a route, in the contract's order: what the path names, the right to it, the body, what it names. */
async function run(
  services: Services,
  one: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { bearer } = request;
  if (!bearer) throw new Error('a request without a bearer came through');
  const query = request.query as Call['query'];
  const call = new Call(services, bearer, request.params as Call['params'], query);
  const begun = await one.begin(call);
  if (begun.kind !== 'done') return sendProblem(reply, problemOf(begun));
  const bytes = Buffer.isBuffer(request.body) ? request.body : undefined;
  const fromQuery = bytes?.length ? undefined : one.bodyFromQuery?.(call);
  const body = fromQuery
    ? { kind: 'done' as const, value: fromQuery }
    : one.takesBody
      ? readBody(request.sentContentType, bytes)
      : { kind: 'done' as const, value: {} };
  if (body.kind !== 'done') return sendProblem(reply, problemOf(body));
  const result = await begun.go(body.value);
  if (result.kind !== 'done') return sendProblem(reply, problemOf(result));
  // Nothing is shown that is not on disk.
  await call.settled();
  if (one.success === 204) return reply.code(204).send();
  const status = one.success === 201 && !result.changed ? 200 : one.success;
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(result.value));
}

function sendProblem(reply: FastifyReply, { status, headers, body }: ProblemAnswer): FastifyReply {
  return reply.code(status).headers(headers).type('application/problem+json').send(JSON.stringify(body));
}

/** The refusal of a path that is not there, or takes other methods. */
function noSuchPath(request: FastifyRequest): ProblemAnswer {
  const allow = allowedMethods(ROUTES, pathOf(request));
  return problemOf(allow.length > 0 ? { kind: 'method', allow } : { kind: 'no-path' });
}

/** The path of a request, without its query: that may hold anything. */
function pathOf(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?', 1);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The methods that a path takes; empty for one that is not there. */
function allowedMethods(routes: readonly Route[], path: string): string[] {
  const parts = path.split('/');
  const matches = routes.filter((one) => {
    const pattern = one.path.split('/');
    return (
      pattern.length === parts.length &&
      pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
    );
  });
  const methods = new Set<string>(OPEN_PATHS.has(path) ? ['GET', 'HEAD'] : []);
  for (const { method } of matches) {
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
  }
  return [...methods];
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const READ_ONLY = problemOf({ kind: 'forbidden', message: 'This token may only read.', path: '' });
