/** REST over HTTP: Fastify with the contract's own order of checks (rule R1), which is not Fastify's. */
import { randomUUID } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { bearerOf, bearerToken, hashOf } from '../bearer';
import { codeOf } from '../error-code';
import type { Metrics } from '../metrics';
import type { Bearer } from '../storage/storage';
import { readBody } from './body';
import { type Asked, Call, type Services } from './call';
import { corsOf } from './cors';
import { withDescription } from './description';
import { DOCS, docsPage, isDocs } from './docs-page';
import { JsonAnswer } from './kept-answers';
import { OPERATIONS } from './operations';
import { allowedMethods, pathOf } from './paths';
import { type ProblemAnswer, problemOf, problemOfError } from './problems';
import type { Route } from './route';

export interface RestChoice {
  readonly services: Services;
  readonly log: Logger;
  /** Requests a minute per token; 0 for no bound. */
  readonly rateLimit: number;
  /** Pages that may read answers; empty for any. */
  readonly allowOrigins: readonly string[];
  /** What `/metrics` shows; without it there is no such path. */
  readonly metrics?: Metrics;
  /** What `/readyz` says beside whether the store can be written to. */
  readonly health?: Health;
}

/** How it is with what a server needs beside its store. */
export interface Health {
  /** Whether the server goes down: what it is asked is answered, and each line ends with its answer. */
  isStopping(): boolean;
  /** Why no requests should come here, in words. */
  notReady(): string | undefined;
  /** What else an operator wants to know. */
  details(): Readonly<Record<string, string>>;
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
const HEALTH_PATHS = new Set(['/healthz', '/readyz', '/metrics']);
/** How long a request may take to say what it wants, and to come whole; looked at so often. */
const TIMES = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 1_000 };

/** Builds the HTTP server; it listens to nothing yet. */
export async function buildRest(choice: RestChoice) {
  const { services, log, rateLimit: perMinute, allowOrigins, metrics, health } = choice;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Most requests log nothing: who does, names the request.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_MAX,
    return503OnClosing: false,
    http: TIMES,
    requestTimeout: TIMES.requestTimeout,
    // Zod reads and describes everything: without its own compilers of schemas Fastify starts in two thirds of the time.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 5_000 },
    // A path that cannot be decoded is a path that is not there.
    frameworkErrors: (_error, _request, reply) => void sendProblem(reply, problemOf({ kind: 'no-path' })),
  });
  const { routes, document } = withDescription(OPERATIONS, services.organization.name);
  const openPaths = new Set(routes.flatMap(({ open, path }) => (open ? [path] : [])));
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
      // Only what takes no credential comes without one.
      return token === undefined ? `address ${request.ip}` : Buffer.from(hashOf(token)).toString('hex');
    },
  });
  const countRequest = app.createRateLimit();
  const allowed = (path: string) =>
    HEALTH_PATHS.has(path) || path === DOCS ? ['GET', 'HEAD'] : allowedMethods(routes, path);
  const noSuchPath = (path: string) => {
    const allow = allowed(path);
    return problemOf(allow.length > 0 ? { kind: 'method', allow } : { kind: 'no-path' });
  };

  app.addHook('onRequest', async (request, reply) => {
    if (health?.isStopping()) reply.header('connection', 'close');
    const path = pathOf(request);
    const cors = corsOf(request, () => allowed(path), allowOrigins);
    reply.headers(cors.headers);
    if (cors.kind === 'preflight') return reply.code(204).send();
    if (HEALTH_PATHS.has(path) || isDocs(path)) return undefined;
    const isOpen = openPaths.has(path);
    const token = isOpen ? undefined : bearerToken(request.headers.authorization);
    if (perMinute > 0 && (isOpen || token !== undefined)) {
      const limit = await countRequest(request);
      if (!limit.isAllowed && limit.isExceeded) {
        return sendProblem(reply, problemOf({ kind: 'rate-limit', retryAfter: Math.max(1, limit.ttlInSeconds) }));
      }
    }
    if (!isOpen) {
      const bearer = token === undefined ? undefined : await bearerOf(services.storage, token);
      if (!bearer) return sendProblem(reply, problemOf({ kind: 'unauthenticated' }));
      if (bearer.token.readOnly && !READS.has(request.method)) return sendProblem(reply, READ_ONLY);
      request.bearer = bearer;
    }
    if (request.is404) return sendProblem(reply, noSuchPath(path));
    // Fastify would refuse a header that it cannot read before anybody has looked at the path; the body is judged later.
    if (request.headers['content-type'] !== undefined) request.sentContentType = request.headers['content-type'];
    delete request.raw.headers['content-type'];
    return undefined;
  });

  // Most clients read no answer before they have sent everything, and would only learn that the line broke. It takes as long as a request may.
  app.addHook('onSend', async ({ raw }) => {
    // Undefined for what Fastify's `inject` makes up, which comes whole.
    if (raw.complete !== false || raw.destroyed) return;
    await new Promise<void>((done) => raw.once('end', done).once('close', done).resume());
  });

  app.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 500 ? 'error' : 'debug';
    // The route and never the path: a path holds whatever a caller has put there, a token too.
    const route = request.routeOptions.url ?? 'none';
    const details = {
      reqId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log[level](details, 'request');
  });

  // What has no bearer comes as far as this: the paths that are open to all, with another method.
  app.setNotFoundHandler((request, reply) => sendProblem(reply, noSuchPath(pathOf(request))));

  app.setErrorHandler((error, request, reply) => {
    if (codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      // Fastify would end the connection; all that came is passed over, so that it can go on.
      reply.removeHeader('connection');
      return sendProblem(reply, problemOf({ kind: 'too-large' }));
    }
    request.log.error({ reqId: request.id, err: error }, 'a request failed');
    return sendProblem(reply, problemOfError(error));
  });

  for (const one of routes) {
    app.route({ method: one.method, url: one.path, handler: (request, reply) => run(services, one, request, reply) });
  }
  app.get('/healthz', async () => ({ status: 'ok' }));
  if (metrics) {
    app.get('/metrics', async (_request, reply) => {
      const { type, text } = await metrics();
      return reply.type(type).send(text);
    });
  }
  app.get('/readyz', async (_request, reply) => {
    const { storage } = services;
    const [writable, databases] = await Promise.all([storage.writable(), storage.partlyAway()]);
    const why = writable ? health?.notReady() : 'the store cannot be written to';
    const details = { ...(databases !== undefined && { databases }), ...health?.details() };
    return reply.code(why === undefined ? 200 : 503).send({ status: why ?? 'ok', ...details });
  });
  const page = docsPage(document);
  for (const url of [DOCS, `${DOCS}/*`]) {
    app.get(
      url,
      async (request, reply) => (await page(request, reply)) ?? sendProblem(reply, problemOf({ kind: 'no-path' })),
    );
  }
  return app;
}

/** Runs a route, in the contract's order: what the path names, the right to it, the body, what it names. */
async function run(
  services: Services,
  one: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const call = new Call(services, request.bearer, {
    params: request.params as Asked['params'],
    query: request.query as Asked['query'],
    base: baseOf(request),
  });
  const begun = await one.begin(call);
  if (begun.kind !== 'done') return sendProblem(reply, problemOf(begun));
  const bytes = Buffer.isBuffer(request.body) ? request.body : undefined;
  const fromQuery = bytes?.length ? undefined : one.bodyFromQuery?.(call);
  const isRead = one.bodies.length > 0 && !fromQuery && (bytes?.length || !one.bodyOptional);
  const body = isRead ? readBody(request.sentContentType, bytes) : { kind: 'done' as const, value: fromQuery ?? {} };
  if (body.kind !== 'done') return sendProblem(reply, problemOf(body));
  const result = await begun.go(body.value);
  if (result.kind !== 'done') return sendProblem(reply, problemOf(result));
  // Nothing is shown that is not on disk.
  await call.settled();
  if (one.success === 204) return reply.code(204).send();
  const status = one.success === 201 && !result.changed ? 200 : one.success;
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(result.value instanceof JsonAnswer ? result.value.json : JSON.stringify(result.value));
}

function sendProblem(reply: FastifyReply, { status, headers, body }: ProblemAnswer): FastifyReply {
  return reply.code(status).headers(headers).type('application/problem+json').send(JSON.stringify(body));
}

/** The server as the caller reaches it; what ends TLS in front of it says so. */
function baseOf({ headers }: FastifyRequest): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return `${scheme}://${headers.host ?? 'localhost'}`;
}

/** @throws always: no route has a schema of Fastify's */
function noSchemas(): never {
  throw new Error('A route has a schema of its own; what is read and answered is described in shared/rest.');
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const READ_ONLY = problemOf({
  kind: 'forbidden',
  reason: 'read-only-token',
  message: 'This token may only read.',
  path: '',
});
