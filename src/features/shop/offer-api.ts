/** What is sold, in the operator's part of the settings API. */

import type { OfferBody, OrderBody } from '../../server/api/operator-bodies.ts';
import type { OrderView } from './contract.ts';
import type { Terms } from './offer-terms.ts';

export type OfferApi = {
  /** What is sold. */
  'GET /api/operator/offers': { readonly reply: SoldView };
  /** From a time on; null terms take it off sale. */
  'POST /api/operator/offers': { readonly body: OfferBody; readonly reply: SoldView };
  /** Only one that has not begun. */
  'POST /api/operator/offers/{id}/withdraw': { readonly body: OrderBody; readonly reply: SoldView };
};

/** `planned`: it will hold from its time on. `past`: it held, or another has taken its place before it could. */
export type VersionState = 'now' | 'planned' | 'past';

type OfferVersionView = {
  /** As `plan-pro@3`. */
  readonly id: string;
  /** Null: not sold. */
  readonly terms: Terms | null;
  readonly fromMs: number;
  readonly actor: string;
  readonly state: VersionState | 'withdrawn';
};

export type SoldView = {
  /** How it can be paid; without a way to pay nothing is sold. */
  readonly methods: readonly OrderView['method'][];
  /** The amounts of credit, the limits of any amount, plans, and packages, also those that are not sold any more. */
  readonly items: readonly {
    readonly item: string;
    readonly kind: Terms['kind'];
    /** What holds now; null: not sold. */
    readonly terms: Terms | null;
    /** The last one, to be named as `after` by a change; 0 where there is none. */
    readonly version: number;
    /** Newest first. */
    readonly versions: readonly OfferVersionView[];
  }[];
};
