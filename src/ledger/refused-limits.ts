/** Remembers for which limits requests were refused, for the alerts about them. */

import type { ServiceError } from '../core/errors.ts';
import type { HoldOrder } from '../core/ledger.ts';
import type { Decision } from './account-lease.ts';
import { insufficient } from './hold-refusals.ts';
import { tokenLimitId } from './lease.ts';

type Refusal = Extract<Decision, { readonly kind: 'refused' }>;

const IDS_MAX = 10_000;

export class RefusedLimits {
  readonly #ids = new Set<string>();

  /** The refusal for the caller; the limit that was met is remembered. */
  refuse(order: HoldOrder, refusal: Refusal): ServiceError {
    const id = limitIdOf(order, refusal);
    if (id !== undefined && this.#ids.size < IDS_MAX) this.#ids.add(id);
    return insufficient(order, refusal);
  }

  /** Those since the last call, by the ids under which they are leased. */
  take(): readonly string[] {
    const ids = [...this.#ids];
    this.#ids.clear();
    return ids;
  }
}

/** Undefined where the funds do not suffice. */
function limitIdOf({ keyId, accountId }: HoldOrder, { plan: { limit }, memberId }: Refusal): string | undefined {
  if (limit === 'funds') return undefined;
  const ids = { key: keyId, member: memberId, account: accountId };
  if (limit === 'key' || limit === 'member' || limit === 'account') return ids[limit];
  const id = limit === 'key-tokens' ? ids.key : limit === 'member-tokens' ? ids.member : ids.account;
  return id && tokenLimitId(id);
}
