/**
 * The business beside the requests: customers buy credit and plans, the payment provider tells of it twice, late and in
 * any order, money goes back, and the operator grants, changes prices and plans. Each is repeated until it was heard, at
 * any server, so that in the end it has happened once.
 */
import { ServiceError } from '../../src/core/errors.ts';
import { NANOS_PER_CZK, type Nanos, nanos } from '../../src/core/money.ts';
import type { Offer } from '../../src/core/offer.ts';
import { LEAD_MS } from '../../src/core/version.ts';
import { ENGINE_DOWN } from '../../src/features/serving/notices.ts';
import type { EventSubject } from '../../src/features/shop/payment-ports.ts';
import type { Action } from '../../src/platform/action-log/action.ts';
import { toWrite } from '../../src/platform/notices/notice.ts';
import type { Stores } from '../../src/server/stores/stores.ts';
import type { Random } from '../support/random.ts';
import { type Burst, restMs } from './bursts.ts';
import { Cards } from './cards.ts';
import type { Customer } from './clients.ts';
import type { Server } from './servers.ts';
import type { World } from './world.ts';

type Around = {
  readonly world: World;
  readonly servers: readonly Server[];
  readonly customers: readonly Customer[];
  readonly pace: number;
  readonly bursts: readonly Burst[];
};

/** Credit that has to come of it, requests left out. */
type Bought = {
  readonly orderId: string;
  readonly accountId: string;
  readonly kind: Offer['kind'];
  readonly amount: Nanos;
  readonly refunded: Nanos;
};
type Granted = { readonly accountId: string; readonly amount: Nanos };

const DAY_MS = 86_400_000;
const ATTEMPTS_MAX = 100;
const ACTOR = 'operator@example.com';
const MODELS = ['svc-frost', 'svc-glacier', 'svc-polaris'];

export class Business {
  readonly bought: Bought[] = [];
  readonly granted: Granted[] = [];
  /** Things that were begun and not heard of yet. */
  running = 0;
  isOver = false;
  readonly #around: Around;
  readonly #chance: Random;
  #count = 0;
  readonly #cards: Cards;

  constructor(around: Around) {
    this.#around = around;
    this.#chance = around.world.chance('business');
    this.#cards = new Cards(around.world, ({ accountId, amount, report }) => {
      const { orderId } = report;
      this.bought.push({ orderId, accountId, kind: 'credit', amount, refunded: nanos(0n) });
      this.#begin(() => this.#tell(`${orderId}-charged`, report));
    });
  }

  /** What cards were charged above what their owners allow. */
  chargedTooMuch = (): string[] => this.#cards.tooMuch();

  start(): void {
    void this.#live().catch((thrown) => this.#around.world.fail(thrown));
  }

  async #live(): Promise<void> {
    const { world, customers, pace, bursts } = this.#around;
    for (;;) {
      await world.wait(restMs(bursts, world.nowMs) + pace * this.#chance.integer(500, 6000));
      if (this.isOver) return;
      const customer = this.#chance.pick(customers);
      const doing = this.#chance.pick([
        ...[this.#buy, this.#buy, this.#grant, this.#price, this.#plan, this.#package],
        ...[this.#notice, this.#buyPlan, this.#saveCard, this.#assign],
      ]);
      this.#begin(() => doing.call(this, customer));
    }
  }

  #begin(doing: () => Promise<void>): void {
    this.running += 1;
    void doing()
      .catch((thrown) => this.#around.world.fail(thrown))
      .finally(() => {
        this.running -= 1;
      });
  }

  /** A card that is charged as soon as the credit is low, and a server that looks at once. */
  async #saveCard({ accountId }: Customer): Promise<void> {
    await this.#once('card', (stores) => this.#cards.save(stores, accountId));
    for (let looks = this.#chance.integer(1, 3); looks > 0; looks -= 1) {
      await this.#once('top-ups', (stores) => this.#cards.sweep(stores));
    }
  }

  /** Other engines answer for a model from a moment on. */
  async #assign(): Promise<void> {
    const id = `act_${++this.#count}`;
    const name = this.#chance.pick(MODELS);
    const engines = this.#chance.pick([['near'], ['far'], ['near', 'far'], null]);
    const value = engines && { engines: engines.map((engine) => ({ engine, weight: 1 })), fallback: null };
    await this.#once(`model-engines ${id}`, async ({ actionLog, announcements }) => {
      const { engineRevision: revision } = await announcements.read();
      const { trueMs: atMs } = this.#around.world;
      const action = { kind: 'model-engines', name, value, fromMs: atMs + LEAD_MS, revision } as const;
      await actionLog.act({ id, actor: ACTOR, reason: 'simulation', atMs, action });
    });
  }

  /** Credit by card: paid once, told by several messages, and sometimes a part of it goes back. */
  async #buy({ accountId }: Customer): Promise<void> {
    const amount = nanos(BigInt(this.#chance.integer(15, 40)) * NANOS_PER_CZK);
    const refunded = this.#chance.pick([0n, 0n, 0n, amount / 3n, amount]);
    await this.#order(accountId, { id: 'credit', kind: 'credit', amount }, nanos(refunded));
  }

  /** A plan by card, whose terms the operator may have changed just before; some get all of their money back. */
  async #buyPlan({ accountId }: Customer): Promise<void> {
    const plan = this.#chance.pick(['pro', 'ultra']);
    const terms = { tokens: BigInt(this.#chance.integer(1, 900)) * 10_000n };
    if (this.#chance.fraction() < 0.5) await this.#act({ kind: 'plan-terms', plan, terms }, LEAD_MS);
    const amount = nanos(100n * NANOS_PER_CZK);
    const offer = {
      id: `plan-${plan}`,
      kind: 'plan',
      plan,
      name: { en: plan, cs: plan },
      every: 'month',
      amount,
    } as const;
    await this.#order(accountId, offer, this.#chance.fraction() < 0.5 ? amount : nanos(0n));
  }

  async #order(accountId: string, offer: Offer, refunded: Nanos): Promise<void> {
    const { world } = this.#around;
    const orderId = `ord_${++this.#count}`;
    const { amount, kind } = offer;
    const order = { id: orderId, accountId, offer, method: 'stripe', language: 'en', vatId: null } as const;
    await this.#once('order', async ({ orders }) => {
      const times = { createdAtMs: world.trueMs, expiresAtMs: world.trueMs + DAY_MS };
      if (!(await orders.find(accountId, orderId))) await orders.create({ ...order, ...times });
      await orders.setSession(orderId, `cs_${orderId}`);
    });
    this.bought.push({ orderId, accountId, kind, amount, refunded });
    const session = { by: 'session', session: `cs_${orderId}`, orderId, payment: `pi_${orderId}` } as const;
    const paid = { amount, currency: 'czk' };
    const told = { ...session, fact: { kind: 'paid' }, paid, invoice: null, subscription: null } as const;
    const tellings = [this.#tell(`${orderId}-paid`, told)];
    if (this.#chance.fraction() < 0.5) tellings.push(this.#tell(`${orderId}-paid-too`, told));
    const fact = { kind: 'refunded', total: refunded } as const;
    if (refunded > 0n) {
      tellings.push(this.#tell(`${orderId}-refunded`, { by: 'payment', payment: `pi_${orderId}`, fact }));
    }
    await Promise.all(tellings);
  }

  /** A message comes late, at any server, and again until it is taken, and sometimes after that. */
  async #tell(id: string, about: EventSubject): Promise<void> {
    const { world } = this.#around;
    const times = this.#chance.fraction() < 0.4 ? 2 : 1;
    await Promise.all(
      Array.from({ length: times }, async () => {
        await world.wait(this.#chance.integer(0, 8000));
        await this.#once(`event ${id}`, ({ orders }) =>
          orders.apply({ id, kind: 'simulated', about }, { actor: 'stripe', atMs: world.trueMs }),
        );
      }),
    );
  }

  async #grant({ accountId }: Customer): Promise<void> {
    const amount = nanos(BigInt(this.#chance.integer(1, 500)) * 10_000n);
    if (await this.#act({ kind: 'grant', accountId, amount })) this.granted.push({ accountId, amount });
  }

  async #package({ accountId }: Customer): Promise<void> {
    const { world } = this.#around;
    const expiresAtMs = world.trueMs + this.#chance.integer(5000, 120_000);
    await this.#act({ kind: 'package', accountId, tokens: BigInt(this.#chance.integer(10, 3000)), expiresAtMs });
  }

  async #price(): Promise<void> {
    const nanosOf = () => nanos(BigInt(this.#chance.integer(1, 400)) * 1000n);
    const price = { input: nanosOf(), cachedInput: nanosOf(), output: nanosOf(), reasoning: nanosOf() };
    await this.#act({ kind: 'price', model: this.#chance.pick(MODELS), price }, LEAD_MS);
  }

  async #plan({ accountId }: Customer): Promise<void> {
    await this.#act({ kind: 'plan', accountId, plan: this.#chance.pick(['pro', 'ultra']) });
  }

  /** Something to tell the operator, once. */
  async #notice(): Promise<void> {
    const { trueMs: atMs } = this.#around.world;
    const happened = { id: `notice_${++this.#count}`, atMs, data: { engine: 'near' } };
    await this.#once(happened.id, ({ outbox }) => outbox.add(toWrite(ENGINE_DOWN, happened, ['operator'])));
  }

  /** An operator's action: its id makes it happen once. The moment from which it holds is counted from each asking. */
  #act(action: Action, leadMs?: number): Promise<boolean> {
    const id = `act_${++this.#count}`;
    return this.#once(`${action.kind} ${id}`, ({ actionLog }) => {
      const { trueMs: atMs } = this.#around.world;
      const dated = { ...action, ...(leadMs !== undefined && { fromMs: atMs + leadMs }) };
      return actionLog.act({ id, actor: ACTOR, reason: 'simulation', atMs, action: dated });
    });
  }

  /** Tries at one server after the other, until one has said yes or no. */
  async #once(label: string, run: (stores: Stores) => Promise<unknown>): Promise<boolean> {
    const { world, servers } = this.#around;
    for (let left = ATTEMPTS_MAX; ; left -= 1) {
      try {
        await this.#chance.pick(servers).do(label, run);
        return true;
      } catch (thrown) {
        if (left === 0) throw new Error(`Nothing was ever heard of ${label}.`, { cause: thrown });
        if (thrown instanceof ServiceError && thrown.code !== 'store_unavailable') {
          world.note(`refused: ${label} ${thrown.message}`);
          return false;
        }
      }
      await world.wait(this.#chance.integer(300, 3000));
    }
  }
}
