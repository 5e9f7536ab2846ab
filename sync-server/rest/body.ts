/** A request's body: bytes to a JSON object, or what is wrong with it (rule R4). */
import { type Failure, invalid } from '../../shared/failures';
import type { HttpFailure } from './problems';

/** A JSON object whose fields are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export type ReadBody = { readonly kind: 'done'; readonly value: JsonObject } | Failure | HttpFailure;

/**
 * @param contentType the header, undefined where there is none
 * @param bytes undefined or empty where no body was sent
 */
export function readBody(contentType: string | undefined, bytes: Uint8Array | undefined): ReadBody {
  if (!bytes || bytes.length === 0) return invalid('required', '', 'A body is needed: a JSON object.');
  if (!isJson(contentType)) return { kind: 'media-type' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return invalid('encoding', '', 'The body is not UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid('json', '', 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid('json-object', '', 'The body has to be a JSON object.');
  }
  return { kind: 'done', value: value as JsonObject };
}

function isJson(header: string | undefined): boolean {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name, value = ''] = parameter.split('=', 2).map((part) => part.trim());
    return name !== 'charset' || /^"?utf-?8"?$/.test(value);
  });
}
