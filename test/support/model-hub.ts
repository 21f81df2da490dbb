/**
 * A hub on loopback that behaves as the real one does: a list with sizes and checksums, and files that are redirected to
 * a storage at another origin, which knows ranges and entity tags. Faults are given one by one and used up in order.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type HubRequestSeen = {
  readonly at: 'list' | 'resolve' | 'storage';
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
};

type HubFault =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'text'; readonly text: string }
  /** Sends no more when so many bytes of the answer have gone out. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  /** None: the fault after it is for the request after the next. */
  | { readonly kind: 'none' | 'wrong-bytes' | 'too-long' | 'ignore-range' | 'other-range' };

/** A connection that is cut at once would take with it what the client has not read yet, so a test says when. */
type HowOn = 'send the rest' | 'cut';
type Hold = { readonly bytes: number; readonly until: Promise<HowOn> };

export type ModelHub = AsyncDisposable & {
  readonly url: string;
  readonly seen: readonly HubRequestSeen[];
  /** The commit that `main` means. */
  readonly commit: string;
  /** The fate of the next request there. */
  fault(at: HubRequestSeen['at'], fault: HubFault): void;
  /** Holds the storage's next answer after so many bytes, until the test says how to go on. */
  holdAfter(bytes: number): (how: HowOn) => void;
  replace(path: string, content: Uint8Array): void;
  close(): Promise<void>;
};

export type HubOptions = {
  readonly repository?: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Without it the files are public. */
  readonly token?: string;
  /** The list's claim about a file, where it is not the truth. */
  readonly claims?: Readonly<Record<string, { readonly size?: number; readonly sha256?: string }>>;
};

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

export async function startModelHub(options: HubOptions): Promise<ModelHub> {
  const { repository = 'owner/name', token, claims = {} } = options;
  const files = new Map(Object.entries(options.files));
  const seen: HubRequestSeen[] = [];
  const faults: { at: HubRequestSeen['at']; fault: HubFault }[] = [];
  let hold: Hold | undefined;
  const commit = createHash('sha1')
    .update(JSON.stringify([...files.keys()]))
    .digest('hex');

  const takeFault = (at: HubRequestSeen['at']): HubFault | undefined => {
    const i = faults.findIndex((one) => one.at === at);
    return i < 0 ? undefined : faults.splice(i, 1)[0]!.fault;
  };

  const storage = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? '').slice(1));
    seen.push({ at: 'storage', path, headers: request.headers });
    const held = hold;
    hold = undefined;
    await sendFile({ request, response }, { content: files.get(path)!, fault: takeFault('storage'), held });
  });
  const storagePort = await listening(storage);

  const hub = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://hub');
    const at = pathname.startsWith('/api/') ? 'list' : 'resolve';
    seen.push({ at, path: request.url ?? '', headers: request.headers });
    const fault = takeFault(at);
    if (fault?.kind === 'status') return void response.writeHead(fault.status, fault.headers).end('{"error":"x"}');
    if (fault?.kind === 'text') return void response.end(fault.text);
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
      return void response.writeHead(401, { 'x-error-code': 'GatedRepo' }).end();
    }
    if (at === 'list') return list(pathname, response);
    const file = decodeURIComponent(pathname.replace(`/${repository}/resolve/${commit}/`, ''));
    if (!files.has(file)) return void response.writeHead(404, { 'x-error-code': 'EntryNotFound' }).end();
    response.writeHead(302, {
      location: `http://127.0.0.1:${storagePort}/${encodeURIComponent(file)}`,
      'x-repo-commit': commit,
      'x-linked-etag': `"${sha256Of(files.get(file)!)}"`,
    });
    response.end();
  });
  const url = `http://127.0.0.1:${await listening(hub)}`;

  function list(pathname: string, response: ServerResponse): void {
    if (!pathname.startsWith(`/api/models/${repository}/revision/`)) {
      return void response.writeHead(401, { 'x-error-code': 'RepoNotFound' }).end();
    }
    if (!['main', commit].includes(pathname.split('/').at(-1)!)) {
      return void response.writeHead(404, { 'x-error-code': 'RevisionNotFound' }).end();
    }
    const siblings = [...files].map(([rfilename, content]) => {
      const { size = content.length, sha256 = sha256Of(content) } = claims[rfilename] ?? {};
      return { rfilename, blobId: 'b', size, lfs: { sha256, size, pointerSize: 134 } };
    });
    const others = [{ rfilename: 'README.md', blobId: 'r', size: 10 }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: repository, sha: commit, gated: false, siblings: [...others, ...siblings] }));
  }

  async function close(): Promise<void> {
    for (const server of [hub, storage]) {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  }

  return {
    url,
    seen,
    commit,
    fault: (at, fault) => void faults.push({ at, fault }),
    holdAfter: (bytes) => {
      const { promise: until, resolve } = Promise.withResolvers<HowOn>();
      hold = { bytes, until };
      return resolve;
    },
    replace: (path, content) => void files.set(path, content),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Sending = {
  readonly content: Uint8Array;
  readonly fault: HubFault | undefined;
  readonly held: Hold | undefined;
};

async function sendFile(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  { content, fault, held }: Sending,
): Promise<void> {
  if (fault?.kind === 'status') return void response.writeHead(fault.status, fault.headers).end();
  const etag = `"${createHash('md5').update(content).digest('hex')}"`;
  const wanted = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
  const isSame = [undefined, etag].includes(request.headers['if-range'] as string | undefined);
  const from = wanted !== undefined && isSame && fault?.kind !== 'ignore-range' ? Number(wanted) : 0;
  if (from >= content.length)
    return void response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
  const start = fault?.kind === 'other-range' ? 0 : from;
  const body = bodyOf(content.subarray(start), fault);
  const range = from > 0 && { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` };
  const length = fault?.kind !== 'too-long' && { 'content-length': String(body.length) };
  response.writeHead(from > 0 ? 206 : 200, { etag, 'accept-ranges': 'bytes', ...length, ...range });
  if (fault?.kind === 'stall') return void response.write(body.subarray(0, fault.afterBytes));
  if (held) {
    response.write(body.subarray(0, held.bytes));
    if ((await held.until) === 'cut') return void request.socket.destroy();
    return void response.end(body.subarray(held.bytes));
  }
  response.end(body);
}

function bodyOf(content: Uint8Array, fault: HubFault | undefined): Uint8Array {
  if (fault?.kind === 'too-long') return Buffer.concat([content, Buffer.from('more')]);
  if (fault?.kind !== 'wrong-bytes') return content;
  const wrong = Uint8Array.from(content);
  wrong[wrong.length - 1]! ^= 1;
  return wrong;
}

function listening(server: Server): Promise<number> {
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });
}
