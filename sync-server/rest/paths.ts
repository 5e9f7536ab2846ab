/** Paths of requests, and what methods they take (rule R2). */
import type { FastifyRequest } from 'fastify';
import type { Route } from './route';

/**
 * The path of a request, without its query: that may hold anything. A trailing slash changes nothing, nor does a letter that is
 * written as `%75`, nor the whole address, as it is sent to a proxy. The router reads a path likewise.
 */
export function pathOf(request: FastifyRequest): string {
  const [sent = ''] = request.url.split('?', 1);
  const path = sent.replace(/^https?:\/\/.*?\//, '/').replace(/%[0-9a-f]{2}/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : code;
  });
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
