/** Automatic top-up: a saved card is charged when the credit falls below an amount, up to a maximum in each month. */

import type { CardFailure } from '../../core/card-failure.ts';
import type { Nanos } from '../../core/money.ts';
import type { CardFace } from './contract.ts';
import type { Order } from './payment-ports.ts';
import type { CardReference, SavedCard } from './saved-card.ts';

export type TopUpRule = {
  readonly isOn: boolean;
  /** Credit below this is topped up. */
  readonly below: Nanos;
  readonly amount: Nanos;
  /** The most that is charged in a calendar month of Prague. */
  readonly monthMax: Nanos;
};

export type TopUpState = {
  readonly card: CardFace | null;
  readonly rule: TopUpRule | null;
  /** The sum of the automatic orders of this month, paid and in flight. */
  readonly monthUsed: Nanos;
  /** The order that is being charged. */
  readonly inFlight: string | null;
  /** The last try, if it has failed; `pausedAtMs` once no more are made. */
  readonly failure: {
    readonly why: CardFailure;
    readonly pausedAtMs: number | null;
    readonly nextTryAtMs: number | null;
  } | null;
};

export type AutomaticOrder = { readonly order: Order; readonly card: CardReference };

export interface TopUps {
  of(accountId: string, nowMs: number): Promise<TopUpState>;
  /** A pause ends with it. Throws `invalid_request` where it is to be on and there is no card. */
  set(accountId: string, rule: TopUpRule, by: { readonly language: 'cs' | 'en'; readonly atMs: number }): Promise<void>;
  /** In the place of the card before, if there was one. A card that was removed does not come back. */
  saveCard(accountId: string, card: SavedCard, atMs: number): Promise<void>;
  /** Turns it off. */
  removeCard(accountId: string, atMs: number): Promise<void>;
  /** Cards that the provider is to forget: no order charges them any more. */
  cardsToForget(): Promise<readonly string[]>;
  forgotten(customer: string, atMs: number): Promise<void>;
  /** Some accounts whose credit is low, by id after `afterId`; a bounded number. */
  due(afterId: string, nowMs: number): Promise<readonly string[]>;
  /** Writes the order of an account that is due: one at a time, and never beyond its month. */
  order(about: { readonly id: string; readonly accountId: string; readonly nowMs: number }): Promise<Order | undefined>;
  /** Orders in flight whose turn it is, each given to one caller; it has its next turn then, in case the caller dies. */
  claim(nowMs: number): Promise<readonly AutomaticOrder[]>;
}
