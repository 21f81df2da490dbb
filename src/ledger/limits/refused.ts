/** Remembers for which limits requests were refused, for the alerts about them. */

import type { ServiceError } from '../../core/errors.ts';
import type { HoldRequest } from '../../core/ledger.ts';
import type { Decision } from '../account-lease.ts';
import { insufficient } from '../hold-refusals.ts';

type Refusal = Extract<Decision, { readonly kind: 'refused' }>;

const IDS_MAX = 10_000;

export class RefusedLimits {
  readonly #ids = new Set<string>();

  /** The refusal for the caller; the limit that was met is remembered. */
  refuse(request: HoldRequest, refusal: Refusal): ServiceError {
    const { limit } = refusal.plan;
    if (limit && this.#ids.size < IDS_MAX) this.#ids.add(limit.id);
    return insufficient(request, refusal);
  }

  /** Ids of those since the last call. */
  take(): readonly string[] {
    const ids = [...this.#ids];
    this.#ids.clear();
    return ids;
  }
}
