/** API keys: making them, checking them on every request, revoking them. */

import {
  type ApiKey,
  canBeForeignKey,
  foreignFingerprint,
  isUsable,
  isWellFormedKey,
  keySecretFrom,
  wholeForeignKey,
} from '../../core/api-key.ts';
import { ServiceError } from '../../core/errors.ts';
import type { LimitRule } from '../../core/limit.ts';
import { TOKEN_PREFIX } from '../../core/management-token.ts';
import { isInRanges } from '../../lib/ip-range.ts';
import type { Platform } from '../../platform/platform.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Keys } from './keys.ts';

type Checking = Pick<Platform, 'clock' | 'keyPrefix' | 'fingerprint'>;

type KnownKeys = {
  readonly keys: Pick<Keys, 'findByFingerprint' | 'hasForeign'>;
  /** The time for which a looked-up key is believed, and which a revocation may take to reach this server. */
  readonly cacheMs: number;
};

/** A key that was looked up a moment ago is known at once. */
export type Authenticate = (secret: string | undefined, client: Client) => ApiKey | Promise<ApiKey>;

/** Its network address is read only where the key may not be used from everywhere. */
type Client = { readonly address: string };

type CachingAuthenticate = Authenticate & {
  /** A key was changed or revoked here: it is read anew at its next use. */
  forget(keyId: string): void;
};

type CachedKey = {
  readonly found: Promise<ApiKey | undefined>;
  readonly readAtMs: number;
  /** Once it was found. */
  key?: ApiKey;
};

const CACHED_KEYS_MAX = 50_000;

/** For so long it is believed that no key of another service was taken over. */
const NO_FOREIGN_MS = 1000;

/** Unknown, revoked, expired and misspelt keys are refused alike: the answer tells a stranger nothing. */
export function createAuthenticate(
  { clock, keyPrefix, fingerprint }: Checking,
  { keys, cacheMs }: KnownKeys,
): CachingAuthenticate {
  /** Keyed by the secret as it is presented, or by its whole form, so that its check and hash are made once for as long as it is believed. */
  const cache = new Map<string, CachedKey>();
  const secretOf = new Map<string, string>();

  const findForeign = foreignLookUp(fingerprint, keys);

  function believedOf(secret: string, nowMs: number): CachedKey | undefined {
    const cached = cache.get(secret);
    return cached && nowMs - cached.readAtMs < cacheMs ? cached : undefined;
  }

  /** Requests that arrive together share one look-up. Keys that do not exist are not kept. */
  function find(sent: string): ApiKey | undefined | Promise<ApiKey | undefined> {
    const nowMs = clock.monotonicMs();
    const believed = believedOf(sent, nowMs);
    if (believed) return believed.key ?? believed.found;
    if (sent.startsWith(TOKEN_PREFIX)) throw new ServiceError('invalid_api_key', TOKEN_REFUSAL);
    const isOurs = isWellFormedKey(sent, keyPrefix);
    // A key of another service is known by its whole text, however it was sent: both forms are forgotten together.
    const secret = isOurs ? sent : wholeForeignKey(sent);
    if (!isOurs && (secret.startsWith(keyPrefix) || !canBeForeignKey(sent))) return undefined;
    const same = secret === sent ? undefined : believedOf(secret, nowMs);
    if (same) return same.key ?? same.found;
    dropOld(nowMs);
    const found = isOurs ? keys.findByFingerprint(fingerprint(secret)) : findForeign(secret, nowMs);
    const entry: CachedKey = { found, readAtMs: nowMs };
    cache.set(secret, entry);
    const settle = (key?: ApiKey) => {
      if (cache.get(secret) !== entry) return;
      if (!key) {
        cache.delete(secret);
        return;
      }
      secretOf.set(key.id, secret);
      entry.key = key;
    };
    found.then(settle, () => settle());
    return found;
  }

  /** A secret stays in memory only for a while after its last use. The oldest entries come first. */
  function dropOld(nowMs: number): void {
    for (const [secret, { key, readAtMs }] of cache) {
      if (nowMs - readAtMs < cacheMs && cache.size < CACHED_KEYS_MAX) return;
      cache.delete(secret);
      if (key) secretOf.delete(key.id);
    }
  }

  const check = (key: ApiKey | undefined, client: Client) => usable(key, client, clock.nowMs());

  const authenticate: Authenticate = (secret, client) => {
    const found = secret ? find(secret) : undefined;
    return found instanceof Promise ? found.then((key) => check(key, client)) : check(found, client);
  };

  const forget = (keyId: string): void => {
    const secret = secretOf.get(keyId);
    if (secret !== undefined) cache.delete(secret);
    secretOf.delete(keyId);
  };
  return Object.assign(authenticate, { forget });
}

function usable(key: ApiKey | undefined, client: Client, nowMs: number): ApiKey {
  if (!key || !isUsable(key, nowMs)) throw new ServiceError('invalid_api_key', REFUSAL);
  if (key.isPaused) throw new ServiceError('role_not_allowed', PAUSED);
  if (key.allowedRanges.length > 0 && !isInRanges(client.address, key.allowedRanges)) {
    throw new ServiceError('ip_not_allowed', 'This API key may not be used from your network address.');
  }
  return key;
}

/** Strangers who guess cost a look into the store each second, until a key was taken over. */
function foreignLookUp(fingerprint: Checking['fingerprint'], keys: KnownKeys['keys']) {
  let known = { readAtMs: Number.NEGATIVE_INFINITY, some: Promise.resolve(false) };
  return async (secret: string, nowMs: number): Promise<ApiKey | undefined> => {
    if (nowMs - known.readAtMs >= NO_FOREIGN_MS) known = { readAtMs: nowMs, some: keys.hasForeign() };
    if (!(await known.some)) return undefined;
    return keys.findByFingerprint(foreignFingerprint(sha256(wholeForeignKey(secret)), fingerprint));
  };
}

const TOKEN_REFUSAL =
  'Incorrect API key provided. This is a management token, which is for /api: requests to /v1 take an API key.';
const REFUSAL = 'Incorrect API key provided. Send the whole key as "Authorization: Bearer <key>".';

const PAUSED =
  'The role of the member whose API key this is does not let them spend. Use a key of the organisation, or ask its owner for another role.';

export type WantedKey = {
  readonly accountId: string;
  readonly name: string;
  readonly expiresAtMs?: number;
  readonly allowedModels?: readonly string[];
  readonly allowedRanges?: readonly string[];
  readonly limits?: readonly LimitRule[];
};

/** Makes a key. The secret is returned here and exists nowhere else. */
export async function createKey(
  { clock, ids, keyPrefix, fingerprint, random }: Checking & Pick<Platform, 'ids' | 'random'>,
  keys: Pick<Keys, 'add'>,
  wanted: WantedKey,
): Promise<{ readonly key: ApiKey; readonly secret: string }> {
  const secret = keySecretFrom(keyPrefix, random());
  const key: ApiKey = {
    id: ids.next('key_'),
    accountId: wanted.accountId,
    name: wanted.name,
    hint: secret.slice(-4),
    createdAtMs: clock.nowMs(),
    ...(wanted.expiresAtMs !== undefined && { expiresAtMs: wanted.expiresAtMs }),
    allowedModels: wanted.allowedModels ?? [],
    allowedRanges: wanted.allowedRanges ?? [],
    limits: wanted.limits ?? [],
  };
  await keys.add({ key, fingerprint: fingerprint(secret) });
  return { key, secret };
}
