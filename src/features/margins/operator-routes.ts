/** Buying prices, rates and margins. */
import { type BuyingVersion, type BuyingWords, createBuyingPrices, type RateVersion } from '../../core/buying.ts';
import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import { formatCzk, nanos, parseCzk } from '../../core/money.ts';
import { startOf, withStates } from '../../core/version.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { SendFile } from '../../platform/http/file-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import { type BuyingView, buying, margins } from './contract.ts';
import { marginsCsv, marginToView } from './margin-view.ts';
import { belowCost, type SoldModel } from './rules.ts';
import { daysOf, marginsByDay, readMargins } from './service.ts';
import type { MarginRecords } from './transactions.ts';

/** Buying prices and what is sold, as `server` hands them in. */
export type BuyingSources = {
  readonly announcements: () => Promise<BuyingWords>;
  /** The models of this moment. */
  readonly soldModels: () => readonly SoldModel[] | Promise<readonly SoldModel[]>;
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
};

export function buyingRoutes({ actionLog, clock }: Platform, sources: BuyingSources): readonly Route[] {
  async function view(): Promise<BuyingView> {
    const said = await sources.announcements();
    const sold = await sources.soldModels();
    const nowMs = clock.nowMs();
    const asked = Map.groupBy(
      sold.flatMap((model) => model.sources),
      ({ engine }) => engine,
    );
    return {
      engines: [...asked].map(([engine, all]) => ({ engine, models: [...new Set(all.map(({ model }) => model))] })),
      prices: grouped(said.buyingVersions, ({ engine, model }) => `${engine}\n${model}`).map((versions) => ({
        engine: versions[0]!.engine,
        model: versions[0]!.model,
        versions: withStates(versions, nowMs).map(([version, state]) => ({ ...buyingToView(version), state })),
      })),
      rates: grouped(said.rates, ({ currency }) => currency).map((versions) => ({
        currency: versions[0]!.currency,
        versions: withStates(versions, nowMs).map(([version, state]) => ({ ...rateToView(version), state })),
      })),
      belowCost: belowCost(sold, createBuyingPrices(said), nowMs).map(({ model, engine, tokens }) => ({
        model,
        engine,
        tokens,
      })),
    };
  }

  return implement(buying, {
    list: view,

    setPrice: async ({ operator, body: { id, reason, engine, model, currency, price, fromMs } }) => {
      const sold = await sources.soldModels();
      const own = sold.flatMap((one) => one.sources).filter((one) => one.engine === engine);
      if (own.length === 0) throw unknown('engine', `No model is answered by an engine ${engine}.`);
      if (model !== '' && !own.some((one) => one.model === model)) {
        throw unknown('model', `The engine ${engine} is asked for no model ${model}.`);
      }
      const atMs = clock.nowMs();
      const version = { engine, model, currency, price: priceFromView(price), fromMs: startOf(fromMs, atMs) };
      await actionLog.act({ id, reason, actor: actorOf(operator), atMs, action: { kind: 'buying-price', ...version } });
      await sources.refresh();
      return view();
    },

    setRate: async ({ operator, body: { id, reason, currency, czk, fromMs } }) => {
      if (currency === 'CZK') throw unknown('currency', 'CZK has no rate: amounts are in CZK.');
      const atMs = clock.nowMs();
      const version = { currency, rate: parseCzk(czk), fromMs: startOf(fromMs, atMs) };
      await actionLog.act({
        id,
        reason,
        actor: actorOf(operator),
        atMs,
        action: { kind: 'currency-rate', ...version },
      });
      await sources.refresh();
      return view();
    },
  });
}

const unknown = (param: string, message: string) => new ServiceError('invalid_request', message, { param });

const grouped = <V>(all: readonly V[], nameOf: (one: V) => string): readonly (readonly V[])[] => [
  ...Map.groupBy(all, nameOf).values(),
];

type WrittenPrice = BuyingView['prices'][number]['versions'][number]['price'];

const priceFromView = ({ input, cachedInput, output, reasoning, ...writes }: WrittenPrice): BuyingVersion['price'] => ({
  input: parseCzk(input),
  cachedInput: parseCzk(cachedInput),
  output: parseCzk(output),
  reasoning: parseCzk(reasoning),
  ...(writes.cacheWrite5m !== undefined && { cacheWrite5m: parseCzk(writes.cacheWrite5m) }),
  ...(writes.cacheWrite1h !== undefined && { cacheWrite1h: parseCzk(writes.cacheWrite1h) }),
});

const buyingToView = ({ id, currency, price, fromMs, actor }: BuyingVersion) => ({
  id,
  currency,
  fromMs,
  actor,
  price: {
    input: formatCzk(nanos(price.input)),
    cachedInput: formatCzk(nanos(price.cachedInput)),
    output: formatCzk(nanos(price.output)),
    reasoning: formatCzk(nanos(price.reasoning)),
    ...(price.cacheWrite5m !== undefined && { cacheWrite5m: formatCzk(nanos(price.cacheWrite5m)) }),
    ...(price.cacheWrite1h !== undefined && { cacheWrite1h: formatCzk(nanos(price.cacheWrite1h)) }),
  },
});

const rateToView = ({ id, rate, fromMs, actor }: RateVersion) => ({ id, czk: formatCzk(rate), fromMs, actor });

type MarginSources = {
  readonly margins: MarginRecords;
  /** The addresses of accounts, by their ids. */
  readonly emails: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly sendFile: SendFile;
};

export function marginRoutes({ clock }: Platform, { margins: records, emails, sendFile }: MarginSources) {
  return implement(margins, {
    list: async ({ query: { by, ...wish } }) => {
      const days = daysOf(wish, clock.nowMs());
      const { rows, total, unpriced } = await readMargins(records, days, by);
      const labels = by === 'customer' ? await emails(rows.map(({ id }) => id)) : new Map<string, string>();
      return {
        by,
        from: days[0]!.name,
        to: days.at(-1)!.name,
        rows: rows.map((row) => ({ id: row.id, label: labels.get(row.id) ?? row.id, ...marginToView(row) })),
        total: marginToView(total),
        unpriced: { requests: unpriced.requests, creditCzk: formatCzk(unpriced.credit) },
      };
    },

    csv: ({ query: { for: form, ...wish }, ...call }) => {
      const days = daysOf(wish, clock.nowMs());
      const pieces = async function* () {
        yield marginsCsv.head(form);
        for await (const shares of marginsByDay(records, days)) {
          const labels = await emails([...new Set(shares.map(({ accountId }) => accountId))]);
          yield marginsCsv.rows(
            shares.map((share) => ({ ...share, email: labels.get(share.accountId) ?? '' })),
            form,
          );
        }
      };
      return sendFile(call, { name: 'margins.csv', type: 'text/csv; charset=utf-8', pieces: pieces() });
    },
  });
}
