/** `price import FILE`: the prices of a public list, by a rate and with a margin, as wishes for `apply`. */

import { basename } from 'node:path';
import { rateAt, sourceOf } from '../../core/buying.ts';
import { sharesOf } from '../../core/model.ts';
import { formatCzk, parseCzk } from '../../core/money.ts';
import { versionAt } from '../../core/version.ts';
import {
  buyingPrice,
  isDecimal,
  type PriceList,
  readPriceList,
  sellingPrice,
} from '../../features/catalogue/price-lists.ts';
import { nearest } from '../../lib/nearest.ts';
import { listOf, type Options, optional, required, UsageError } from '../../platform/commands/command.ts';
import type { Config } from '../configuration/config.ts';
import { fileAt, type Wished } from './apply.ts';
import { type Around, type Difference, lineOf } from './line.ts';

/** Models by their ids, with their names in the list. */
type Named = ReadonlyMap<string, string>;

/** `served`: the models that are there. */
export function pricesWished(path: string, options: Options, served: Config): Wished {
  const list = readPriceList(fileAt(path));
  if (!list) throw new UsageError(`${path} is no price list of models.dev, OpenRouter or LiteLLM.`);
  const terms = { rate: decimalOf(required(options, 'rate'), 'rate'), margin: marginOf(options) };
  const named = namesOf(list, listOf(options, 'models'), served);
  const models = [...named].map(([id, name]) => {
    const { output, reasoning, ...rest } = sellingPrice(list.prices.get(name)!, terms);
    const isChat = served.models.models.get(id)?.kind === 'chat';
    return [id, { price: { ...rest, ...(isChat && { output, reasoning }) } }] as const;
  });
  return {
    path,
    reason: `boreal price import ${basename(path)}`,
    file: { models: Object.fromEntries(models) },
    ...(options.buying && { more: (around) => withRate(terms.rate, around, buyingDifference(named, list, around)) }),
  };
}

const marginOf = (options: Options): string => decimalOf(optional(options, 'margin') ?? '0', 'margin');

function decimalOf(text: string, name: string): string {
  if (isDecimal(text)) return text;
  throw new UsageError(`--${name} must be a number such as 23.5, with at most 6 decimals.`);
}

/** Those that are named, else those that have the same name in the list. */
function namesOf({ prices, form }: PriceList, written: readonly string[], { models }: Config): Named {
  const pairs = written.map((one) => one.split('=', 2) as [string, string?]);
  for (const [id, name] of pairs) {
    if (name === undefined) throw new UsageError('--models must be written as own-name=name-in-the-list,…');
    if (!models.models.has(id)) throw new UsageError(`--models names ${id}, which is not a model.`);
    if (prices.has(name)) continue;
    const meant = nearest(name, prices.keys());
    const advice = meant === undefined ? '' : `; did you mean ${meant}?`;
    throw new UsageError(`The list of ${form} has no price of ${name}${advice}`);
  }
  if (pairs.length > 0) return new Map(pairs as [string, string][]);
  const same = [...models.models.keys()].filter((id) => prices.has(id));
  if (same.length > 0) return new Map(same.map((id) => [id, id]));
  throw new UsageError(
    `No model has the same name in the list of ${form}: say which with --models own-name=vendor/name.`,
  );
}

const CURRENCY = 'USD';

type Changes = Pick<Difference, 'lines' | 'actions'>;

/** Buying prices are in USD, so what a USD costs is written with them, and holds before them. */
function withRate(written: string, { said, fromMs }: Around, { lines, actions }: Changes): Changes {
  const rate = parseCzk(written);
  const held = rateAt(said.rates, CURRENCY, fromMs)?.rate;
  if (held === rate) return { lines, actions };
  return {
    lines: [lineOf(`rates.${CURRENCY}`, held && formatCzk(held), formatCzk(rate)), ...lines],
    actions: [{ kind: 'currency-rate', currency: CURRENCY, rate, fromMs }, ...actions],
  };
}

/** What engines of these models are paid, in the currency of the list. */
function buyingDifference(named: Named, { prices }: PriceList, { decided, said, fromMs }: Around): Changes {
  const { models, engines } = decided.served.config;
  const changed = [...named].flatMap(([id, name]) => {
    const model = models.models.get(id)!;
    const price = buyingPrice(prices.get(name)!);
    return sharesOf(model).flatMap((share) => {
      const source = sourceOf(model, share, engines[share.engine]?.model);
      const own = said.buyingVersions.filter((one) => one.engine === source.engine && one.model === source.model);
      const held = versionAt(own, fromMs);
      const isSame = held?.currency === CURRENCY && Bun.deepEquals(held.price, price);
      return isSame ? [] : [{ source, before: held && shown(held.currency, held.price), price }];
    });
  });
  return {
    lines: changed.map(({ source: { engine, model }, before, price }) =>
      lineOf(`buying.${engine}.${model}`, before, shown(CURRENCY, price)),
    ),
    actions: changed.map(({ source, price }) => ({
      kind: 'buying-price',
      ...source,
      currency: CURRENCY,
      price,
      fromMs,
    })),
  };
}

/** Amounts of the currency for a million tokens. */
function shown(currency: string, price: ReturnType<typeof buyingPrice>): Readonly<Record<string, string>> {
  const amount = (billionths: bigint): string => {
    const decimals = String(billionths % 1_000_000_000n)
      .padStart(9, '0')
      .replace(/0{1,9}$/, '');
    return `${billionths / 1_000_000_000n}${decimals === '' ? '' : `.${decimals}`}`;
  };
  const amounts = Object.entries(price).map(([type, billionths]) => [type, amount(billionths)]);
  return { currency, ...Object.fromEntries(amounts) };
}
