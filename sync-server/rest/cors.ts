/** Pages of other origins: what they are told (rule R16). The token is never ambient, so a page without it can do nothing. */
import type { FastifyRequest } from 'fastify';

export interface CorsAnswer {
  readonly kind: 'preflight' | 'request';
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * @param methods gives what the path takes
 * @param allowOrigins the origins that may read answers; empty for any
 */
export function corsOf(
  request: FastifyRequest,
  methods: () => readonly string[],
  allowOrigins: readonly string[],
): CorsAnswer {
  const { origin } = request.headers;
  const asked = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  const kind = asked && origin !== undefined ? 'preflight' : 'request';
  return {
    kind,
    headers: { ...originHeaders(origin, allowOrigins), ...(kind === 'preflight' && preflight(methods())) },
  };
}

function originHeaders(origin: string | undefined, allowOrigins: readonly string[]): Record<string, string> {
  const exposed = { 'access-control-expose-headers': 'allow, retry-after' };
  if (allowOrigins.length === 0) return { 'access-control-allow-origin': '*', ...exposed };
  if (origin === undefined || !allowOrigins.includes(origin)) return { vary: 'Origin' };
  return { 'access-control-allow-origin': origin, vary: 'Origin', ...exposed };
}

function preflight(methods: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '86400',
  };
}
