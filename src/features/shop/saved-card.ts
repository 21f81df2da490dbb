/** Cards that customers have saved at the provider, and how charging them can fail. */

import type { CardFailure } from '../../core/card-failure.ts';
import type { CardFace } from './contract.ts';

/** How the provider calls a card: a customer that was made for it, and the payment method itself. */
export type CardReference = { readonly customer: string; readonly method: string };

export type SavedCard = CardReference & CardFace;

const HOUR_MS = 3_600_000;
/** How long after the first and the second decline the card is tried again. After the third it is not. */
const WAITS_MS = [HOUR_MS, 24 * HOUR_MS] as const;

/** When to try again after so many failures without a success, the last of which was this; null: not by itself. */
export function nextTryAfter(failures: number, why: CardFailure): number | null {
  return why === 'declined' ? (WAITS_MS[failures - 1] ?? null) : null;
}
