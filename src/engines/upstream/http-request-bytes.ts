import type { HttpRequest } from './http.ts';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const ENDS_A_LINE = /[\r\n\0]/;
const ENDS_A_PATH = /[\r\n\0 ]/;

/** These say where a message ends or what becomes of the connection, which is for the client alone to say. */
const OURS = new Set(['connection', 'content-length', 'expect', 'host', 'transfer-encoding', 'upgrade']);

/**
 * The whole request as it goes on the wire; the rest of a large body stays in pieces of its own, uncopied. Throws a plain
 * `Error` for what only a bug of ours can ask for.
 */
export function encodeRequest(request: HttpRequest, host: string): readonly Uint8Array[] {
  const { method, path, headers, body } = request;
  if (!path.startsWith('/') || ENDS_A_PATH.test(path)) throw new Error('The request path is malformed.');
  const text = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${linesOf(headers)}`;
  if (body === undefined) {
    return [Buffer.from(method === 'POST' ? `${text}content-length: 0\r\n\r\n` : `${text}\r\n`)];
  }
  if (typeof body === 'string') {
    return [Buffer.from(`${text}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)];
  }
  const { start, rest } = body;
  const length = rest.reduce((sum, piece) => sum + piece.length, Buffer.byteLength(start));
  return [Buffer.from(`${text}content-length: ${length}\r\n\r\n${start}`), ...rest];
}

/** Most requests to an engine have the same headers, in the same object: they are checked and written once. */
const WRITTEN = new WeakMap<HttpRequest['headers'], string>();

function linesOf(headers: HttpRequest['headers']): string {
  const known = WRITTEN.get(headers);
  if (known !== undefined) return known;
  let lines = '';
  for (const name in headers) {
    const value = headers[name]!;
    if (!TOKEN.test(name)) throw new Error(`The request header name ${JSON.stringify(name)} is malformed.`);
    if (ENDS_A_LINE.test(value)) throw new Error(`The request header "${name}" has a line end or a NUL in its value.`);
    if (OURS.has(name.toLowerCase())) throw new Error(`The request header "${name}" is set by the client itself.`);
    lines += `${name}: ${value}\r\n`;
  }
  WRITTEN.set(headers, lines);
  return lines;
}
