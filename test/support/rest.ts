/** A caller of the REST contract, as a script would be one. */

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** the parsed body; undefined where there is none */
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever the server sent; tests look into it
  readonly body: any;
}

/**
 * A caller with a token: sends a request and gives the answer.
 * The path goes from `/v1` on; the body is sent as JSON where there is one.
 */
export type Caller = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Makes a caller of a server. @param url like `http://127.0.0.1:4455` */
export function caller(url: string, token: string): Caller {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
}
