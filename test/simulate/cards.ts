/** Automatic top-ups: saved cards, and a payment provider that answers late, twice or not at all, and charges once. */
import { ServiceError } from '../../src/core/errors.ts';
import { NANOS_PER_CZK, type Nanos, nanos } from '../../src/core/money.ts';
import type { Shop } from '../../src/core/offer.ts';
import type { ChargeReport, Order, PaymentProvider } from '../../src/features/shop/payment-ports.ts';
import { topUpAccounts } from '../../src/features/shop/top-ups.ts';
import { createIds, systemClock } from '../../src/platform/clock.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Stores } from '../../src/server/stores/stores.ts';
import type { Random } from '../support/random.ts';
import type { World } from './world.ts';

const czk = (crowns: bigint): Nanos => nanos(crowns * NANOS_PER_CZK);
const RULE = { isOn: true, below: czk(20n), amount: czk(30n), monthMax: czk(100n) };
const FACE = { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2040 };
const PROVIDER_MS_MAX = 3000;
const LOST_SHARE = 0.2;

type Charged = { readonly accountId: string; readonly amount: Nanos; readonly report: ChargeReport };

export class Cards {
  /** What the provider has taken, by the order. */
  readonly charged = new Map<string, Charged>();
  readonly #world: World;
  readonly #chance: Random;
  readonly #onCharged: (charged: Charged) => void;

  /** `onCharged` sends the message of the provider that comes besides its answer. */
  constructor(world: World, onCharged: (charged: Charged) => void) {
    this.#world = world;
    this.#chance = world.chance('cards');
    this.#onCharged = onCharged;
  }

  async save({ topUps }: Stores, accountId: string): Promise<void> {
    const { trueMs: atMs } = this.#world;
    await topUps.saveCard(accountId, { customer: `cus_${accountId}`, method: `pm_${accountId}`, ...FACE }, atMs);
    await topUps.set(accountId, RULE, { language: 'en', atMs });
  }

  /** The step of a server's sweep. */
  sweep({ topUps, orders, attempts }: Stores): Promise<number> {
    const platform = { clock: systemClock, ids: createIds(), log: QUIET, serviceName: 'Boreal' } as Partial<Platform>;
    const shop = { anyAmount: { min: czk(1n), max: czk(1000n) } } as Partial<Shop>;
    const provider = { charge: (order: Order) => this.#charge(order) } as Partial<PaymentProvider>;
    const sources = { shop: shop as Shop, provider: provider as PaymentProvider, topUps, orders, attempts };
    return topUpAccounts(platform as Platform, sources);
  }

  /** Sums above what the customer has allowed. */
  tooMuch(): string[] {
    const byAccount = Map.groupBy(this.charged.values(), ({ accountId }) => accountId);
    return [...byAccount].flatMap(([accountId, all]) => {
      const sum = all.reduce((before, { amount }) => before + amount, 0n);
      return sum > RULE.monthMax ? [`the card of ${accountId} was charged ${sum} of ${RULE.monthMax}`] : [];
    });
  }

  async #charge({ id: orderId, accountId, amount }: Order): Promise<ChargeReport | undefined> {
    await this.#way();
    if (this.#isLost()) throw failed();
    const known = this.charged.get(orderId);
    const [payment, paid] = [`pi_${orderId}`, { amount, currency: 'czk' }];
    const report = { by: 'charge', orderId, payment, fact: { kind: 'paid' }, paid, failure: null } as const;
    const charged = known ?? { accountId, amount, report };
    this.charged.set(orderId, charged);
    if (!known) this.#onCharged(charged);
    await this.#way();
    if (this.#isLost()) throw failed();
    return this.#isLost() ? undefined : charged.report;
  }

  #isLost(): boolean {
    return this.#chance.fraction() < LOST_SHARE;
  }

  /** On the machine that asks: one that dies meanwhile hears nothing. */
  #way(): Promise<void> {
    return Bun.sleep(this.#chance.integer(5, PROVIDER_MS_MAX));
  }
}

const QUIET = { info: () => {}, warn: () => {}, error: () => {} };
const failed = () => new ServiceError('payment_provider_failed', 'The provider does not answer.');
