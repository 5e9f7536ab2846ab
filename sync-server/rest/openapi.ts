/** The OpenAPI 3.1 document, made of the routes and the very schemas that validate (rule R30). */
import * as z from 'zod';
import { problem } from '../../shared/rest/problem';
import type { Route } from './route';

type Json = Record<string, unknown>;

/** A document that describes the interface. */
export interface OpenApi extends Json {
  readonly openapi: '3.1.0';
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Json;
}

/** Describes routes. @throws if two schemas of one name differ */
export function describeRoutes(routes: readonly Route[], title: string): OpenApi {
  const components = new Components();
  const paths: Record<string, Record<string, Json>> = {};
  for (const one of routes) {
    const path = one.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operationOf(one, components) };
  }
  const refused = { content: { 'application/problem+json': { schema: components.take(problem, 'output') } } };
  const responses = Object.entries(REFUSALS).map(([status, description]) => [status, { description, ...refused }]);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'Workspaces, projects, tasks, pins and dashboards as the sync server serves them. Times are UTC; every list can be read in pages with `limit` and `cursor`. What is refused is answered with every fault by name.',
    },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: Object.fromEntries(responses),
      schemas: components.schemas,
    },
  };
}

const REFUSALS = {
  400: 'A value is missing or malformed; each fault is named.',
  403: 'No good credential, or no right to this.',
  404: 'Something named is not there.',
  413: 'The body is over 1 MiB.',
  415: 'The body is not JSON in UTF-8.',
  429: 'Too many requests; Retry-After says when to come again.',
  500: 'Something went wrong in the server.',
  503: 'The server cannot reach its database; Retry-After says when to come again.',
  507: 'The server has no room left; nothing was changed.',
} as const;

function operationOf(one: Route, components: Components): Json {
  const { method, path, summary, answer, open, query, bodies, bodyFromQuery, bodyOptional } = one;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(query ? queryParameters(query, components) : []),
    ...(bodyFromQuery ? [IDS] : []),
  ];
  const schemas = bodies.map((body) => components.take(body, 'input'));
  const schema = schemas.length > 1 ? { anyOf: schemas } : schemas[0];
  const success = {
    description: summary,
    ...(answer && { content: { 'application/json': { schema: components.take(answer, 'output') } } }),
  };
  const refused = Object.keys(REFUSALS).filter((status) => canRefuse(one, Number(status)));
  return {
    operationId: operationId(method, path),
    tags: [path.split('/')[2]],
    summary,
    ...(open && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(schema && {
      requestBody: { required: !bodyOptional && !bodyFromQuery, content: { 'application/json': { schema } } },
    }),
    responses: {
      ...(method === 'PUT' && { 200: { ...success, description: 'It was so already.' } }),
      [one.success]: success,
      ...Object.fromEntries(refused.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}

const IDS = {
  name: 'id',
  in: 'query',
  description: 'For clients that cannot send a body: an id, as often as needed.',
  schema: { type: 'array', items: { type: 'string' } },
};

/** Whether an operation can be refused with a status. */
function canRefuse({ method, path, open, query, bodies }: Route, status: number): boolean {
  const takesBody = bodies.length > 0;
  if (status === 400) return takesBody || query !== undefined || path.endsWith('/restore');
  if (status === 403) return !open || takesBody;
  if (status === 404) return !open;
  if (status === 413) return method !== 'GET';
  if (status === 415) return takesBody;
  return status !== 507 || method !== 'GET';
}

function queryParameters(query: z.ZodObject, components: Components): Json[] {
  const { properties = {}, required = [] } = components.take(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

/** Like `getTasksById`. */
function operationId(method: string, path: string): string {
  const words = path
    .split('/')
    .slice(2)
    .map((part) => (part.startsWith(':') ? `By${capital(part.slice(1))}` : capital(part)));
  return method.toLowerCase() + words.join('');
}

function capital(word: string): string {
  const [first = '', ...rest] = word.replace(/\W/g, '');
  return first.toUpperCase() + rest.join('');
}

/** The named schemas of the document, as they come up. */
class Components {
  readonly schemas: Record<string, unknown> = {};

  /** A schema as JSON Schema that refers to the named ones. @param io whether it is sent or answered */
  take(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema: _, $defs = {}, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    for (const [name, definition] of Object.entries($defs)) {
      const { id: __, ...component } = moved(definition) as Json;
      const known = this.schemas[name];
      if (known && JSON.stringify(known) !== JSON.stringify(component))
        throw new Error(`two schemas are called ${name}`);
      this.schemas[name] = component;
    }
    return moved(made) as Json;
  }
}

/** The same with references into the document. */
function moved(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
