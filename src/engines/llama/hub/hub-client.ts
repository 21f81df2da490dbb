/** Asks the hub. Follows its redirects without carrying the token to another host, and says in words what it refuses. */
import { formatHubReference, type HubReference } from '../../../core/model-reference.ts';
import { followingSignal } from '../../../lib/following-signal.ts';
import { readUpTo } from '../../../lib/read-up-to.ts';
import type { HubFile } from './hub-listing.ts';
import { ModelFetchFailure } from './model-fetch-failure.ts';

export type HubSettings = {
  /** The address of the hub, such as https://huggingface.co. */
  readonly hub: string;
  readonly token?: string;
};

type HubRequest = {
  readonly reference: HubReference;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/** The hub may be asked again: the network failed, or it was busy. `waitMs` is what it asked for. */
export class HubBusy extends Error {
  override readonly name = 'HubBusy';
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

const REDIRECTS_MAX = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const LIST_BYTES_MAX = 32 * 1024 * 1024;
const LIST_MS_MAX = 60_000;
const WAIT_MS_MAX = 5 * 60_000;

export class HubClient {
  readonly #base: string;
  readonly #token: string | undefined;

  constructor({ hub, token }: HubSettings) {
    this.#base = hub.replace(/\/+$/, '');
    this.#token = token || undefined;
  }

  /** The hub's description of the revision: above all its commit, and its files with size and checksum. */
  async list(request: HubRequest): Promise<unknown> {
    const { repository, revision } = request.reference;
    const url = `${this.#base}/api/models/${repository}/revision/${encodeURIComponent(revision)}?blobs=true`;
    const limited = followingSignal(request.signal);
    const timer = setTimeout(() => limited.abort(new HubBusy('The hub does not answer.')), LIST_MS_MAX);
    try {
      const response = await this.#get(url, { ...request, signal: limited.signal });
      if (response.status !== 200) throw await this.#refusal(response, request);
      return parseJson(await bytesOf(response), repository);
    } catch (thrown) {
      throw limited.signal.aborted ? limited.signal.reason : thrown;
    } finally {
      clearTimeout(timer);
      limited.clear();
    }
  }

  /** The bytes of a file: 200 with all of them, 206 with those that were asked for, or 416 when there are none. */
  async file(file: HubFile, request: HubRequest & { readonly commit: string }): Promise<Response> {
    const path = file.path.split('/').map(encodeURIComponent).join('/');
    const url = `${this.#base}/${request.reference.repository}/resolve/${request.commit}/${path}`;
    const response = await this.#get(url, request);
    if (![200, 206, 416].includes(response.status)) throw await this.#refusal(response, request);
    return response;
  }

  async #get(address: string, { headers, signal }: HubRequest): Promise<Response> {
    const home = new URL(address).origin;
    let url = new URL(address);
    for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
      const isHome = url.origin === home;
      const response = await ask(url, {
        redirect: 'manual',
        signal,
        headers: {
          'user-agent': 'boreal',
          // A compressed answer could not be continued in the middle.
          'accept-encoding': 'identity',
          ...headers,
          ...(isHome && this.#token && { authorization: `Bearer ${this.#token}` }),
        },
      });
      const location = response.headers.get('location');
      if (!REDIRECTS.includes(response.status) || location === null) return response;
      await response.body?.cancel();
      url = nextOf(url, location);
    }
    throw new ModelFetchFailure(`The hub redirects in a circle: ${address}.`);
  }

  async #refusal(response: Response, { reference }: HubRequest): Promise<Error> {
    const { status, headers } = response;
    await response.body?.cancel();
    const { repository, revision } = reference;
    if (status === 429 || status === 408 || status >= 500) {
      return new HubBusy(`The hub answers with status ${status}.`, retryAfterMs(headers.get('retry-after')));
    }
    const code = headers.get('x-error-code');
    // A link to the place of the bytes is valid for an hour only; the next request gets a new one.
    if ((status === 401 || status === 403) && !this.#isHome(response)) {
      return new HubBusy(`The hub's storage answers with status ${status}.`);
    }
    if (code === 'GatedRepo') return new ModelFetchFailure(this.#gated(repository));
    if (code === 'RevisionNotFound') return new ModelFetchFailure(`${repository} has no revision ${revision}.`);
    if (code === 'EntryNotFound') return new ModelFetchFailure(`${formatHubReference(reference)} is not there.`);
    // The hub does not tell strangers whether a repository is private or does not exist.
    if (status === 401 || status === 403) return new ModelFetchFailure(this.#denied(repository, status));
    if (status === 404) return new ModelFetchFailure(`There is no ${repository} at ${this.#base}.`);
    return new ModelFetchFailure(`The hub refuses ${formatHubReference(reference)} with status ${status}.`);
  }

  #isHome(response: Response): boolean {
    return response.url === '' || new URL(response.url).origin === new URL(this.#base).origin;
  }

  #gated(repository: string): string {
    const page = `${this.#base}/${repository}`;
    if (this.#token)
      return `${repository} is gated, and the account of embedded.hubToken has no access: ask for it at ${page}.`;
    return `${repository} is gated: accept its conditions at ${page} and set embedded.hubToken.`;
  }

  #denied(repository: string, status: number): string {
    if (this.#token)
      return `The hub refuses embedded.hubToken for ${repository} (status ${status}): is it valid, and may it read?`;
    return `There is no ${repository} at ${this.#base}, or it is private and needs embedded.hubToken (status ${status}).`;
  }
}

async function ask(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url.href, init);
  } catch (thrown) {
    if (init.signal?.aborted) throw init.signal.reason;
    throw new HubBusy(`${url.host} cannot be reached: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
}

function nextOf(url: URL, location: string): URL {
  const next = URL.parse(location, url.href);
  if (!next || !/^https?:$/.test(next.protocol)) throw new ModelFetchFailure(`The hub redirects to no address.`);
  if (url.protocol === 'https:' && next.protocol === 'http:') {
    throw new ModelFetchFailure(`The hub redirects to ${next.host} without encryption.`);
  }
  return next;
}

function parseJson(bytes: Uint8Array, repository: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new HubBusy(`The hub's answer about ${repository} is not JSON.`);
  }
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  const bytes = await readUpTo(response.body, LIST_BYTES_MAX).catch((thrown: unknown) => {
    throw new HubBusy(`The hub's answer broke off: ${thrown instanceof Error ? thrown.message : thrown}`);
  });
  if (!bytes) throw new ModelFetchFailure(`The hub's answer is longer than ${LIST_BYTES_MAX} bytes.`);
  return bytes;
}

/** Seconds or a date, bounded: a start does not wait for a day in silence. */
function retryAfterMs(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.min(WAIT_MS_MAX, Math.max(0, ms)) : undefined;
}
