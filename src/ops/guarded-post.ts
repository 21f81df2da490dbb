/**
 * One POST to an address that somebody else chose. The name is resolved once, every address it has is looked at, and the
 * connection goes to the address that was looked at: a name that changes its mind between the two gains nothing. No
 * redirect is followed, and time and size are limited.
 */
import { lookup } from 'node:dns/promises';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { LOOPBACK_RANGES, PRIVATE_RANGES } from '../domain/private-ranges.ts';
import { isInRanges } from '../lib/ip-range.ts';

type PostTarget = {
  readonly url: string;
  /** Private networks and this machine are allowed, the latter also without TLS. */
  readonly network: 'public' | 'any';
  /** PEM certificates of an authority of the operator's own. */
  readonly ca?: string | undefined;
};

type GuardedPost = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

/** The address is not one that may be called. */
export class RefusedTarget extends Error {
  override readonly name = 'RefusedTarget';
}

type Resolve = (hostname: string) => Promise<readonly string[]>;

const TOTAL_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/** Resolves with the status of the answer. Rejects when there is none in time. */
export async function guardedPost(
  target: PostTarget,
  post: GuardedPost,
  resolve: Resolve = resolveAll,
): Promise<number> {
  const url = new URL(target.url);
  const address = await checkedAddress(target, resolve);
  return exchange(open(url, address, target.ca), requestBytes(url, post));
}

/** Resolves when a connection could be opened, with TLS where it has TLS. Nothing is sent. */
export async function guardedConnect(target: PostTarget, resolve: Resolve = resolveAll): Promise<void> {
  const { socket, ready } = open(new URL(target.url), await checkedAddress(target, resolve), target.ca);
  try {
    await new Promise<void>((done, fail) => {
      socket.once(ready, done);
      socket.once('error', fail);
      socket.once('close', () => fail(new Error('The connection was closed.')));
      socket.setTimeout(TOTAL_MS, () => fail(new Error(`There was no connection within ${TOTAL_MS / 1000} seconds.`)));
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
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = await resolve(name);
  const [first] = addresses;
  if (first === undefined) throw new RefusedTarget(`The name ${name} has no address.`);
  if (network === 'public') {
    const inside = addresses.find((address) => isInRanges(address, PRIVATE_RANGES));
    if (inside) throw new RefusedTarget(`${name} leads to ${inside}, which is not on the open Internet.`);
  }
  const isLoopback = addresses.every((address) => isInRanges(address, LOOPBACK_RANGES));
  if (protocol === 'http:' && !(network === 'any' && isLoopback)) {
    throw new RefusedTarget('The address must be https; http is for this machine only, where that is allowed.');
  }
  return first;
}

async function resolveAll(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** A connection, and the event that says that it may be written to. */
type Link = { readonly socket: Socket; readonly ready: 'connect' | 'secureConnect' };

function open(url: URL, address: string, ca: string | undefined): Link {
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  if (!isTls) return { socket: connectPlain({ host: address, port }), ready: 'connect' };
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // The certificate must be that of the name, whichever of its addresses answers.
  const socket = connectTls({ host: address, port, servername: name, rejectUnauthorized: true, ...(ca && { ca }) });
  return { socket, ready: 'secureConnect' };
}

function requestBytes(url: URL, { body, headers }: GuardedPost): string {
  const lines = Object.entries({
    host: url.host,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** The status line is all that is wanted; the rest is left unread. */
function exchange({ socket, ready }: Link, bytes: string): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    let heard = '';
    const end = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => end(new Error(`There was no answer within ${TOTAL_MS / 1000} seconds.`)), TOTAL_MS);
    socket.on('error', end);
    socket.on('close', () => end(new Error('The connection was closed before an answer.')));
    // Nothing leaves before the certificate is known to be right.
    socket.once(ready, () => socket.write(bytes));
    socket.on('data', (piece: Buffer) => {
      heard += piece.toString('latin1');
      const status = /^HTTP\/1\.[01] (\d{3})\b[^\r\n]*\r\n/.exec(heard)?.[1];
      if (status !== undefined) {
        clearTimeout(timer);
        socket.destroy();
        resolve(Number(status));
      } else if (heard.length > ANSWER_BYTES_MAX || heard.includes('\n')) end(new Error('The answer is not HTTP.'));
    });
  });
}
