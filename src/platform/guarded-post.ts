/**
 * One POST to an address that the operator chose. The name is resolved once, all its addresses are checked, and the
 * connection goes to a checked address: a name that changes between the two gains nothing. No redirect is followed,
 * and time and size are limited.
 */
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isInRanges } from '../lib/ip-range.ts';
import { LOOPBACK_RANGES, OPEN_RANGES, PRIVATE_RANGES } from './private-ranges.ts';

type PostTarget = {
  readonly url: string;
  /** Private networks and this machine are allowed, the latter also without TLS. */
  readonly network: 'public' | 'any';
  /** PEM certificates of an authority of the operator's own. */
  readonly ca?: string | undefined;
  /** For the whole exchange; ten seconds by default. */
  readonly timeoutMs?: number | undefined;
};

type GuardedPost = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

/** The address is not one that may be called. */
export class RefusedTarget extends Error {
  override readonly name = 'RefusedTarget';
}

type Resolve = (hostname: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 256 * 1024;

/** Resolves with the status of the answer, whose body is not read. Rejects when there is none in time. */
export const guardedPost = (target: PostTarget, post: GuardedPost, resolve: Resolve = resolveAll): Promise<number> =>
  exchange(
    target,
    { ...post, method: 'POST', headers: { 'content-type': 'application/json', ...post.headers } },
    {
      resolve,
      read: async (response) => {
        response.destroy();
        return response.statusCode!;
      },
    },
  );

/** Asks, and reads the answer up to a bounded size. With a body it is a POST. */
export const guardedAsk = (
  target: PostTarget,
  { body = '', headers }: Partial<GuardedPost>,
): Promise<{ readonly status: number; readonly text: string }> =>
  exchange(
    target,
    { body, method: body === '' ? 'GET' : 'POST', headers: headers ?? {} },
    { resolve: resolveAll, read: async (response) => ({ status: response.statusCode!, text: await textOf(response) }) },
  );

async function textOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response) {
    bytes += piece.length;
    if (bytes > ANSWER_BYTES_MAX) throw new RefusedTarget('Its answer is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

type Reading<T> = { readonly resolve: Resolve; readonly read: (response: IncomingMessage) => Promise<T> };

async function exchange<T>(
  target: PostTarget,
  { body, headers, method }: GuardedPost & { readonly method: 'GET' | 'POST' },
  { resolve, read }: Reading<T>,
): Promise<T> {
  const { url, ca, timeoutMs = TIMEOUT_MS } = target;
  const address = await checkedAddress(target, resolve);
  const request = url.startsWith('https:') ? requestTls : requestPlain;
  return new Promise<T>((done, fail) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const asked = request(url, {
      method,
      headers: { ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }), ...headers },
      // One connection for one request.
      agent: false,
      lookup: (_name, _options, answer) => answer(null, [{ address, family: isIP(address) }]),
      signal,
      ...(ca && { ca }),
    });
    asked.once('response', (response) => read(response).then(done, fail));
    asked.once('error', (error) =>
      fail(signal.aborted ? new Error(`There was no answer within ${timeoutMs / 1000} seconds.`) : error),
    );
    asked.end(body);
  });
}

/** Resolves when a connection could be opened, with TLS where it has TLS. Nothing is sent. */
export async function guardedConnect(target: PostTarget, resolve: Resolve = resolveAll): Promise<void> {
  const { hostname, port, protocol } = new URL(target.url);
  const host = await checkedAddress(target, resolve);
  const isTls = protocol === 'https:';
  const socket = isTls
    ? connectTls({
        host,
        port: Number(port || 443),
        servername: withoutBrackets(hostname),
        ...(target.ca && { ca: target.ca }),
      })
    : connectPlain({ host, port: Number(port || 80) });
  try {
    await new Promise<void>((done, fail) => {
      socket.once(isTls ? 'secureConnect' : 'connect', done);
      socket.once('error', fail);
      socket.once('close', () => fail(new Error('The connection was closed.')));
      socket.setTimeout(TIMEOUT_MS, () =>
        fail(new Error(`There was no connection within ${TIMEOUT_MS / 1000} seconds.`)),
      );
    });
  } finally {
    socket.destroy();
  }
}

/** The address to connect to. Throws RefusedTarget, in words, where it may not be called. */
export async function checkedAddress({ url, network }: PostTarget, resolve: Resolve = resolveAll): Promise<string> {
  const { hostname, protocol, username, password } = new URL(url);
  if (username || password) throw new RefusedTarget('The address may not hold a user name or password.');
  if (protocol !== 'https:' && protocol !== 'http:') throw new RefusedTarget('The address must be https.');
  const name = withoutBrackets(hostname);
  const addresses = await resolve(name);
  const [first] = addresses;
  if (first === undefined) throw new RefusedTarget(`The name ${name} has no address.`);
  if (network === 'public') {
    const inside = addresses.find((address) => !isOpen(address));
    if (inside) throw new RefusedTarget(`${name} leads to ${inside}, which is not on the open Internet.`);
  }
  const isLoopback = addresses.every((address) => isInRanges(address, LOOPBACK_RANGES));
  if (protocol === 'http:' && !(network === 'any' && isLoopback)) {
    throw new RefusedTarget('The address must be https; http is for this machine only, where that is allowed.');
  }
  return first;
}

const isOpen = (address: string): boolean => isInRanges(address, OPEN_RANGES) && !isInRanges(address, PRIVATE_RANGES);

/** An IPv6 address is in brackets in a URL, and nowhere else. */
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

async function resolveAll(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}
