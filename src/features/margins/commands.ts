/** `buying list | set`, `rate set`, `margin list | export`: what engines cost, and what is left. */
import type { BuyingWords } from '../../core/buying.ts';
import { type ActNeeds, newActionId } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { forService } from '../../platform/commands/from-contract.ts';
import { commandFiles, viaOperatorRoute } from '../../platform/commands/via-route.ts';
import { type BuyingView, buying, type MarginRow, margins } from './contract.ts';
import { buyingRoutes, marginRoutes } from './operator-routes.ts';
import type { SoldModel } from './rules.ts';
import type { MarginRecords } from './transactions.ts';

type Needs = ActNeeds & {
  readonly stores: {
    readonly announcements: { read(): Promise<BuyingWords> };
    readonly margins: MarginRecords;
    readonly overview: { emails(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> };
  };
  readonly soldModels: () => Promise<readonly SoldModel[]>;
};

const routesOf = ({ platform, stores, soldModels }: Needs) =>
  buyingRoutes(platform, {
    announcements: stores.announcements.read,
    soldModels,
    // Running servers know within a second.
    refresh: async () => {},
  });

const marginRoutesOf = (needs: Needs) =>
  marginRoutes(needs.platform, {
    margins: needs.stores.margins,
    emails: needs.stores.overview.emails,
    sendFile: commandFiles(needs),
  });

/** Without a date it holds at once. */
const atOnce = () => null;

type WrittenPrice = BuyingView['prices'][number]['versions'][number]['price'];

const pricesText = ({ input, cachedInput, output, reasoning, cacheWrite5m, cacheWrite1h }: WrittenPrice): string =>
  [input, cachedInput, output, reasoning, cacheWrite5m, cacheWrite1h].filter((one) => one !== undefined).join(' / ');

const buyingText = ({ prices, rates, belowCost }: BuyingView): string =>
  [
    'For a million tokens: input / cached input / output / reasoning / writes into caches, where set; * holds now.',
    ...prices.flatMap(({ versions }) =>
      versions.map(({ id, currency, price, fromMs, actor, state }) =>
        [
          `${state === 'now' ? '* ' : '  '}${id}`,
          `${pricesText(price)} ${currency}`,
          new Date(fromMs).toISOString(),
          actor,
        ].join('  '),
      ),
    ),
    ...rates.flatMap(({ versions }) =>
      versions.map(({ id, czk, fromMs, actor, state }) =>
        [`${state === 'now' ? '* ' : '  '}${id}`, `${czk} CZK`, new Date(fromMs).toISOString(), actor].join('  '),
      ),
    ),
    ...belowCost.map(
      ({ model, engine, tokens }) =>
        `below cost: ${model} is sold for less than ${engine} costs (${tokens.join(', ')})`,
    ),
  ].join('\n');

export const buyingList: Command<Needs> = forService('buying list', buying.list, {
  about: 'Lists what engines cost, rates of currencies, and models that are sold below cost.',
  run: viaOperatorRoute(buying.list, routesOf),
  text: buyingText,
});

export const buyingSet: Command<Needs> = forService('buying set', buying.setPrice, {
  about: 'Sets what a million tokens of an engine cost, from a date; without a model, of all its models.',
  names: {
    fromMs: 'from',
    'price.input': 'input',
    'price.cachedInput': 'cached-input',
    'price.output': 'output',
    'price.reasoning': 'reasoning',
    'price.cacheWrite5m': 'cache-write-5m',
    'price.cacheWrite1h': 'cache-write-1h',
  },
  fills: { id: newActionId },
  defaults: { fromMs: atOnce, model: () => '', currency: () => 'CZK' },
  run: viaOperatorRoute(buying.setPrice, routesOf),
  text: buyingText,
});

export const rateSet: Command<Needs> = forService('rate set', buying.setRate, {
  about: 'Sets what one of a currency costs in CZK, from a date.',
  names: { fromMs: 'from' },
  fills: { id: newActionId },
  defaults: { fromMs: atOnce },
  run: viaOperatorRoute(buying.setRate, routesOf),
  text: buyingText,
});

/** `--to` is the file. */
const UNTIL = { to: 'until' };

const rowText = ({ requests, creditCzk, prepaidCzk, boughtCzk, marginCzk, marginPercent }: MarginRow): string =>
  [
    `${requests} requests`,
    `paid ${creditCzk} + ${prepaidCzk}`,
    `cost ${boughtCzk}`,
    `margin ${marginCzk} CZK${marginPercent === null ? '' : ` (${marginPercent} %)`}`,
  ].join(', ');

export const marginList: Command<Needs> = forService('margin list', margins.list, {
  about: 'Lists what customers paid, what it cost and what is left, by model, engine, customer or day.',
  names: UNTIL,
  run: viaOperatorRoute(margins.list, marginRoutesOf),
  text: ({ from, to, rows, total, unpriced }) =>
    [
      `${from} to ${to}`,
      ...rows.map((row) => `${row.label}: ${rowText(row)}`),
      `all: ${rowText(total)}`,
      `without a buying price: ${unpriced.requests} requests, ${unpriced.creditCzk} CZK`,
    ].join('\n'),
});

export const marginExport: Command<Needs> = forService('margin export', margins.csv, {
  about: 'Writes margins by day, customer, model and engine into a CSV file.',
  names: UNTIL,
  run: viaOperatorRoute(margins.csv, marginRoutesOf),
});
