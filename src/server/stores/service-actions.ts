/** What operators can do to the service: how each kind of action is done and written down. */
import { ServiceError } from '../../core/errors.ts';
import { setMovementAside } from '../../features/bank/bank-movement-store.ts';
import { insertInvitation } from '../../features/organisations/invitation-store.ts';
import {
  engineChangeState,
  withdrawEngineChange,
  writeEngineChange,
} from '../../features/serving/engine-change-store.ts';
import { offerState, publishOffer, withdrawOffer } from '../../features/shop/offer-version-store.ts';
import { addVoucher, revokeVoucher } from '../../features/shop/voucher-store.ts';
import { insertNote, readNote, removeNote, resolveNote } from '../../features/site/status-store.ts';
import { readPlanVersions, writePlanVersion } from '../../ledger/plan-versions.ts';
import { readPriceVersions, writePriceVersion } from '../../ledger/price-store.ts';
import type { ActionOrder, ServiceAction, State } from '../../platform/action-log/operator.ts';
import type { Sql } from '../../platform/database/database.ts';
import { readSignUpMode, writeSignUpMode } from '../../platform/database/service-settings.ts';

type Kind = ServiceAction['kind'];
type ActionOf<K extends Kind> = ServiceAction & { readonly kind: K };

type Rule<K extends Kind> = {
  /** What the action is about, by its id or name. */
  object(action: ActionOf<K>): string;
  /** What the log says was wanted, where it may not say all: nothing by which a secret could be found. */
  details?(action: ActionOf<K>): object;
  /** What is there, before the action and after it. */
  state?(sql: Sql, action: ActionOf<K>): Promise<State>;
  /** Without it the action was done elsewhere and is only written down. */
  perform?(sql: Sql, action: ActionOf<K>, acting: Pick<ActionOrder, 'actor' | 'atMs'>): Promise<unknown>;
};

const DONE_ELSEWHERE = { object: ({ object }: { readonly object: string }) => object };

const RULES: { readonly [K in Kind]: Rule<K> } = {
  price: {
    object: ({ model }) => model,
    state: async (sql, action) => {
      const last = (await readPriceVersions(sql)).findLast(({ model }) => model === action.model);
      return last ? { version: last.id, fromMs: last.fromMs } : {};
    },
    perform: (sql, action, { actor }) => writePriceVersion(sql, { ...action, actor }),
  },
  'plan-tokens': {
    object: ({ plan }) => plan,
    state: async (sql, action) => {
      const last = (await readPlanVersions(sql)).findLast(({ plan }) => plan === action.plan);
      return last ? { version: last.version, tokens: String(last.tokens), fromMs: last.fromMs } : {};
    },
    perform: (sql, action, { actor }) => writePlanVersion(sql, { ...action, actor }),
  },
  offer: {
    object: ({ item }) => item,
    state: (sql, { item }) => offerState(sql, item),
    perform: (sql, action, { actor }) => publishOffer(sql, { ...action, actor }),
  },
  'withdraw-offer': {
    object: ({ item }) => item,
    state: (sql, { item }) => offerState(sql, item),
    perform: (sql, action, { atMs }) => withdrawOffer(sql, { ...action, atMs }),
  },
  'sign-up': {
    object: () => 'service',
    state: async (sql) => ({ mode: await readSignUpMode(sql) }),
    perform: (sql, { mode }) => writeSignUpMode(sql, mode),
  },
  voucher: {
    object: ({ voucher }) => voucher.id,
    details: ({ voucher: { gift, usesMax, note, expiresAtMs } }) => ({ gift, usesMax, note, expiresAtMs }),
    state: (sql, { voucher }) => voucherState(sql, voucher.id),
    perform: (sql, { voucher, fingerprint }) => addVoucher(sql, voucher, fingerprint),
  },
  'revoke-voucher': {
    object: ({ voucherId }) => voucherId,
    state: (sql, { voucherId }) => voucherState(sql, voucherId),
    perform: async (sql, { voucherId }, { atMs }) => {
      if (!(await revokeVoucher(sql, voucherId, atMs))) {
        throw new ServiceError('not_found', 'There is no such voucher.');
      }
    },
  },
  invite: {
    object: ({ invitation }) => invitation.id,
    details: ({ invitation: { role, email, expiresAtMs } }) => ({ role, email, expiresAtMs }),
    perform: (sql, { invitation }) => insertInvitation(sql, invitation),
  },
  note: {
    object: ({ note }) => note.id,
    state: (sql, { note }) => noteState(sql, note.id),
    perform: (sql, { note }) => insertNote(sql, note),
  },
  'resolve-note': {
    object: ({ noteId }) => noteId,
    state: (sql, { noteId }) => noteState(sql, noteId),
    perform: (sql, { noteId }, { atMs }) => resolveNote(sql, noteId, atMs),
  },
  'remove-note': {
    object: ({ noteId }) => noteId,
    state: (sql, { noteId }) => noteState(sql, noteId),
    perform: (sql, { noteId }) => removeNote(sql, noteId),
  },
  'set-aside': {
    object: ({ movementId }) => movementId,
    state: async (sql, { movementId }) => {
      const row = await sql.one('SELECT state, problem FROM bank_movements WHERE id = ?', movementId);
      return row ? { movement: row.state, problem: row.problem } : {};
    },
    perform: (sql, { movementId }) => setMovementAside(sql, movementId),
  },
  'engine-settings': {
    object: ({ name }) => name,
    details: ({ name, value, key, fromMs, revision }) => ({ name, value, key, fromMs, revision }),
    state: (sql, { name }) => engineChangeState(sql, { kind: 'engine', name }),
    perform: (sql, action, by) => writeEngineChange(sql, { ...action, kind: 'engine' }, by),
  },
  'model-engines': {
    object: ({ name }) => name,
    state: (sql, { name }) => engineChangeState(sql, { kind: 'model', name }),
    perform: (sql, action, by) => writeEngineChange(sql, { ...action, kind: 'model', sealedKey: null }, by),
  },
  'withdraw-engine-change': {
    object: ({ version }) => String(version),
    perform: (sql, action, { atMs }) => withdrawEngineChange(sql, action, atMs),
  },
  'bank-import': DONE_ELSEWHERE,
  engine: DONE_ELSEWHERE,
  audit: DONE_ELSEWHERE,
  reload: DONE_ELSEWHERE,
  'become-operator': DONE_ELSEWHERE,
};

export const ruleOf = <K extends Kind>({ kind }: ActionOf<K>): Rule<K> => RULES[kind];

async function voucherState(sql: Sql, id: string): Promise<State> {
  const row = await sql.one('SELECT * FROM vouchers WHERE id = ?', id);
  return row ? { voucher: row.id, hint: row.hint, uses: Number(row.uses), revoked: row.revoked_at_ms !== null } : {};
}

async function noteState(sql: Sql, id: string): Promise<State> {
  const note = await readNote(sql, id);
  return note ? { note: note.texts, fromMs: note.atMs, resolvedAtMs: note.resolvedAtMs } : {};
}
