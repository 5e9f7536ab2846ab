/** Paths of requests, and what methods they take (rule R2). */
import type { FastifyRequest } from 'fastify';
import type { Route } from './route';

/** The path of a request, without its query: that may hold anything. A trailing slash changes nothing. */
export function pathOf(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?', 1);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The methods that a path takes; empty for one that is not there. */
export function allowedMethods(routes: readonly Route[], path: string): string[] {
  const parts = path.split('/');
  const methods = new Set<string>();
  for (const { method, path: pattern } of routes) {
    if (!isMatch(pattern.split('/'), parts)) continue;
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
  }
  return [...methods];
}

function isMatch(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
  );
}
