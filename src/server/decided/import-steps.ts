/** The steps by which accounts of another service come. Each has a name of its own, by which the log knows it later. */
import { foreignFingerprint } from '../../core/api-key.ts';
import { formatCzk, type Nanos, nanos } from '../../core/money.ts';
import { LEAD_MS } from '../../core/version.ts';
import type { ForeignKey, ForeignService, ForeignUser, Left } from '../../features/imports/foreign.ts';
import type { Keys } from '../../features/keys/index.ts';
import type { Action, ActionLog, LoggedAction } from '../../platform/action-log/action.ts';
import type { AccountNeeds } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { UsageError } from '../../platform/commands/command.ts';
import { sha256 } from '../../platform/sha256.ts';

export type NewKey = ForeignKey & { readonly rest?: Nanos | undefined };

export type NewAccount = {
  readonly user: ForeignUser;
  readonly email: string;
  readonly credit: Nanos;
  readonly keys: readonly NewKey[];
};

/** What of an account is not here yet. */
export type MissingAccount = NewAccount & {
  /** The account that it comes into, where that is here. */
  readonly accountId: string | undefined;
  readonly joins: boolean;
};

export type StepNeeds = ActNeeds &
  AccountNeeds & {
    readonly stores: {
      readonly actionLog: Pick<ActionLog, 'actions'>;
      readonly keys: Pick<Keys, 'findByFingerprint'>;
    };
    readonly onProgress: (sentence: string) => void;
  };

type About = { readonly from: ForeignService; readonly needs: StepNeeds };

const KEY_NAME_MAX = 100;
const PROGRESS_EVERY = 500;

const stepId = (from: ForeignService, { user, email }: NewAccount, what: string): string =>
  `import-${sha256(`${from} ${user.id} ${email} ${what}`).slice(0, 32)}`;

const stepOfKey = ({ sha256: hash }: ForeignKey): string => `key ${hash}`;
export const userNamed = ({ id, name }: ForeignUser): string => `user ${id} (${name})`;

/** Without what came before. `here`: how many accounts have nothing new. */
export async function missingOf(
  accounts: readonly NewAccount[],
  { groups, ...about }: About & { readonly groups: ReadonlySet<string> },
) {
  const left: Left[] = [];
  const missing: MissingAccount[] = [];
  let here = 0;
  for (const account of accounts) {
    const found = await missingIn(account, { groups, left, ...about });
    if (!found) continue;
    const hasNew = found.accountId === undefined || found.credit > 0n || found.joins || found.keys.length > 0;
    if (hasNew) missing.push(found);
    else here++;
  }
  return { missing, here, left };
}

type Looking = About & { readonly groups: ReadonlySet<string>; readonly left: Left[] };

async function missingIn(account: NewAccount, { from, needs, groups, left }: Looking) {
  const { stores, platform } = needs;
  const logged = async (what: string): Promise<LoggedAction | undefined> =>
    (await stores.actionLog.actions({ id: stepId(from, account, what) }))[0];
  const opened = await logged('account');
  const granted = await logged('credit');
  const joined = await logged('group');
  const keys: NewKey[] = [];
  const taken: string[] = [];
  let came = opened ?? granted ?? joined;
  for (const key of account.keys) {
    const line = await logged(stepOfKey(key));
    came ??= line;
    if (line) continue;
    const known = await stores.keys.findByFingerprint(foreignFingerprint(key.sha256, platform.fingerprint));
    if (known) taken.push(known.accountId);
    else keys.push(key);
  }
  const held = await stores.accounts.find(came?.accountId ?? account.email);
  const other = taken.find((accountId) => accountId !== held?.id);
  const without = (what: string, why: string) => {
    left.push({ what, why });
    return undefined;
  };
  // Its address has changed there since it came: its credit is there already.
  if (other !== undefined) return without(userNamed(account.user), `has a key that the account ${other} has here`);
  if (held?.status === 'closed') return without(userNamed(account.user), 'came before, and the account is closed');
  const isOther = granted !== undefined && granted.wanted.amount !== String(account.credit);
  if (isOther) without(`the balance of ${userNamed(account.user)}`, changedSince(granted, account.credit));
  const hasGroup = groups.has(account.user.group);
  if (joined && joined.wanted.group !== account.user.group)
    without(`the group of ${userNamed(account.user)}`, 'has changed since it came');
  return {
    ...account,
    accountId: held?.id,
    keys,
    joins: !joined && hasGroup,
    credit: granted ? nanos(0n) : account.credit,
  };
}

const changedSince = ({ wanted }: LoggedAction, credit: Nanos): string =>
  `came before, as ${formatCzk(nanos(BigInt(String(wanted.amount))))} CZK: it is ${formatCzk(credit)} CZK there now`;

/** Brings what is missing. What the ledger refuses is left out, and everything else comes. */
export async function bring(missing: readonly MissingAccount[], about: About) {
  const left: Left[] = [];
  const brought: MissingAccount[] = [];
  for (const [done, account] of missing.entries()) {
    if (done > 0 && done % PROGRESS_EVERY === 0) about.needs.onProgress(`${done} of ${missing.length} accounts`);
    const one = await bringOne(account, { ...about, left });
    if (one) brought.push(one);
  }
  return { brought, left };
}

async function bringOne(account: MissingAccount, { from, needs, left }: About & { readonly left: Left[] }) {
  const { user, email, credit, joins } = account;
  const { platform } = needs;
  const isDone = async (step: string, what: string, action: Action): Promise<boolean> => {
    try {
      await act(needs, action, { id: stepId(from, account, step), reason: `from ${from}, user ${user.id}` });
      return true;
    } catch (refusal) {
      if (!(refusal instanceof UsageError)) throw refusal;
      left.push({ what, why: refusal.message.replace(/\.$/, '') });
      return false;
    }
  };
  const accountId = account.accountId ?? platform.ids.next('acc_');
  if (account.accountId === undefined) {
    const isOpen = await isDone('account', userNamed(account.user), { kind: 'open-account', accountId, email });
    if (!isOpen) return undefined;
  }
  const grant = { kind: 'grant', accountId, amount: credit } as const;
  const hasCredit = credit > 0n && (await isDone('credit', `the balance of ${userNamed(account.user)}`, grant));
  if (joins) {
    const fromMs = platform.clock.nowMs() + LEAD_MS;
    const join = { kind: 'join-price-group', accountId, group: user.group, fromMs } as const;
    await isDone('group', `the group of ${userNamed(account.user)}`, join);
  }
  const keys: NewKey[] = [];
  for (const key of account.keys) {
    const fingerprint = foreignFingerprint(key.sha256, platform.fingerprint);
    const make = { kind: 'make-key', accountId, key: keyFrom(key, accountId, needs), fingerprint } as const;
    if (await isDone(stepOfKey(key), `key ${key.id} (${key.name}) of ${userNamed(account.user)}`, make)) keys.push(key);
  }
  return { ...account, accountId, keys, credit: hasCredit ? credit : nanos(0n) };
}

/** A cut may go through a character that takes two places. */
const keyName = (name: string): string =>
  name
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, KEY_NAME_MAX)
    .toWellFormed();

const keyFrom = (key: NewKey, accountId: string, { platform }: StepNeeds) => ({
  id: platform.ids.next('key_'),
  accountId,
  name: keyName(key.name),
  hint: key.hint,
  createdAtMs: platform.clock.nowMs(),
  ...(key.expiresAtMs !== undefined && { expiresAtMs: key.expiresAtMs }),
  allowedModels: key.models,
  allowedRanges: key.ranges,
  limits: [
    ...key.limits,
    ...(key.rest === undefined ? [] : [{ unit: 'CZK', window: 'total', max: key.rest } as const]),
  ],
});
