/** The keys of an account: listed, made, changed, rotated and revoked by people. */

import { type ApiKey, type KeyChange, type KeyRecord, keySecretFrom } from '../../core/api-key.ts';
import { invalidField, ServiceError } from '../../core/errors.ts';
import { SETTINGS_LIMITS } from '../../core/limits.ts';
import { isRange } from '../../lib/ip-range.ts';
import { type Acting, actFor } from '../../platform/action-log/act-for.ts';
import type { OwnOnly } from '../../platform/api/own-only.ts';
import type { Platform } from '../../platform/platform.ts';
import type { KeyAction } from './actions.ts';
import type { AccountKeys, KeyOf, PlaygroundOf } from './keys.ts';

type KeyNeeds = {
  readonly accountKeys: Pick<AccountKeys, 'list' | 'find' | 'findPlayground' | 'makePlayground'>;
  readonly catalogue: { readonly models: ReadonlyMap<string, unknown> };
  readonly keysPerAccount: number;
  /** Tells the caches of keys that this one has changed. */
  readonly forget: (keyId: string) => void;
};

type KeyRules = Required<KeyChange>;
type KeysOf = OwnOnly & { readonly accountId: string };
type NewSecret = { readonly key: KeyRecord; readonly secret: string };

export type KeyService = {
  list(of: KeysOf, dayFromMs: number): Promise<readonly KeyRecord[]>;
  /** `userId`: the member whose key it is. */
  create(of: PlaygroundOf, rules: KeyRules, by: Acting): Promise<NewSecret>;
  change(key: KeyOf, change: KeyChange, by: Acting): Promise<KeyRecord>;
  rotate(key: KeyOf, overlapMs: number, by: Acting): Promise<NewSecret>;
  /** `ownOf`: the member who may revoke no others. */
  revoke(key: KeyOf, by: Acting & { readonly ownOf?: string }): Promise<KeyRecord>;
  /** The key that the pages spend with, made at its first use. */
  playground(of: PlaygroundOf): Promise<ApiKey>;
};

export function createKeyService(platform: Platform, owned: KeyNeeds): KeyService {
  const { clock, ids } = platform;
  const { accountKeys, catalogue, keysPerAccount, forget } = owned;

  /** The amount of today is asked of lists only: a single key is shown after a change, when it has spent little. */
  function show(key: KeyOf): Promise<KeyRecord> {
    const nowMs = clock.nowMs();
    return accountKeys.find(key, { nowMs, dayFromMs: nowMs - (nowMs % DAY_MS) });
  }

  const act = (by: Acting, change: KeyAction, reason: string) => actFor(platform, by, change, { reason });

  async function list({ accountId, ofUserId }: KeysOf, dayFromMs: number): Promise<readonly KeyRecord[]> {
    const nowMs = clock.nowMs();
    if (dayFromMs <= nowMs - SETTINGS_LIMITS.dayMsMax || dayFromMs > nowMs) {
      throw invalidField('dayFromMs', 'must be when your day began: not later than now, and within the last two days');
    }
    return accountKeys.list(accountId, { nowMs, dayFromMs, ofUserId });
  }

  async function create(of: PlaygroundOf, rules: KeyRules, by: Acting): Promise<NewSecret> {
    checkRules(rules, catalogue, clock.nowMs());
    const { secret, fingerprint, ...made } = newSecret(platform);
    const key = { ...made, ...keyFrom(of, rules), createdAtMs: clock.nowMs() };
    await act(by, { kind: 'make-key', key, fingerprint, livingMax: keysPerAccount }, 'made a key');
    return { key: await show({ accountId: of.accountId, keyId: key.id }), secret };
  }

  async function change(key: KeyOf, wanted: KeyChange, by: Acting): Promise<KeyRecord> {
    checkRules(wanted, catalogue, clock.nowMs());
    const { kind } = await show(key);
    if (kind === 'playground') refusePlaygroundRules(wanted);
    await act(by, { kind: 'change-key', ...namedBy(key), change: wanted }, 'changed a key');
    forget(key.keyId);
    return show(key);
  }

  async function rotate(key: KeyOf, overlapMs: number, by: Acting): Promise<NewSecret> {
    const { secret, ...made } = newSecret(platform);
    const nowMs = clock.nowMs();
    const next = { ...made, createdAtMs: nowMs, endsAtMs: nowMs + overlapMs };
    await act(by, { kind: 'rotate-key', ...namedBy(key), next }, 'rotated a key');
    forget(key.keyId);
    return { key: await show({ ...key, keyId: made.id }), secret };
  }

  async function revoke(key: KeyOf, { ownOf, ...by }: Acting & { readonly ownOf?: string }): Promise<KeyRecord> {
    requireRevocable(await show(key), ownOf);
    await act(by, { kind: 'revoke-key', ...namedBy(key) }, 'revoked a key');
    forget(key.keyId);
    return show(key);
  }

  const playground = async (of: PlaygroundOf): Promise<ApiKey> =>
    (await accountKeys.findPlayground(of)) ??
    accountKeys.makePlayground(of, { id: ids.next('key_'), atMs: clock.nowMs() });

  return { list, create, change, rotate, revoke, playground };
}

const namedBy = ({ keyId, ofUserId }: KeyOf) => ({ keyId, ofUserId });

function newSecret({ keyPrefix, random, fingerprint, ids }: Platform) {
  const secret = keySecretFrom(keyPrefix, random());
  return { secret, hint: secret.slice(-4), fingerprint: fingerprint(secret), id: ids.next('key_') };
}

function keyFrom({ accountId, userId }: PlaygroundOf, rules: KeyRules) {
  const { name, expiresAtMs, limits } = rules;
  return {
    accountId,
    ...(userId && { userId }),
    name,
    ...(expiresAtMs !== null && { expiresAtMs }),
    allowedModels: rules.allowedModels,
    allowedRanges: rules.allowedRanges,
    limits,
  };
}

/** `ownOf`: the member who may revoke no others. */
function requireRevocable({ kind, userId }: KeyRecord, ownOf: string | undefined): void {
  if (ownOf !== undefined && userId !== ownOf) {
    throw new ServiceError('role_not_allowed', 'Your role in this organisation lets you revoke your own keys only.');
  }
  if (kind === 'playground') {
    throw new ServiceError(
      'invalid_request',
      'The key of the playground has no secret that could be known to others, so it cannot be revoked; give it a limit instead.',
    );
  }
}

export const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

function checkRules(rules: KeyChange, catalogue: KeyNeeds['catalogue'], nowMs: number): void {
  const { expiresAtMs, allowedModels = [], allowedRanges = [] } = rules;
  if (typeof expiresAtMs === 'number' && expiresAtMs <= nowMs) {
    throw invalidField('expiresAtMs', 'must be in the future; to end a key now, revoke it');
  }
  for (const [i, id] of allowedModels.entries()) {
    if (catalogue.models.has(id)) continue;
    const models = [...catalogue.models.keys()].join(', ');
    throw invalidField(`allowedModels[${i}]`, `must be a model of this service: ${models}`);
  }
  for (const [i, range] of allowedRanges.entries()) {
    if (isRange(range)) continue;
    throw invalidField(
      `allowedRanges[${i}]`,
      'must be a network address or a range such as 203.0.113.0/24 or 2001:db8::/32',
    );
  }
}

/** A person who is signed in may use it from anywhere, for as long as the account is there. */
function refusePlaygroundRules(change: KeyChange): void {
  for (const rule of ['name', 'expiresAtMs', 'allowedRanges'] as const) {
    if (change[rule] !== undefined) throw invalidField(rule, 'cannot be changed for the key of the playground');
  }
}
