/** What a file for `apply` would change of what is decided: for people to read, and as actions to write. */

import { type Price, priceFromCzkPerMillion } from '../../core/money.ts';
import { itemOf, kindOfItem, type OfferItem, type Terms } from '../../features/shop/offer-terms.ts';
import type { Config } from '../configuration/config.ts';
import type { Decided } from './decided.ts';
import { enginesDifference } from './engines-difference.ts';
import { writtenPrice, writtenSold } from './export.ts';
import { type Around, type Difference, lineOf } from './line.ts';
import type { SoldPart, Wishes } from './wishes.ts';

export async function differenceOf(wishes: Wishes, around: Around): Promise<Difference> {
  const engines = await enginesDifference(wishes, around);
  const prices = priceDifference(wishes, around);
  const parts = [soldDifference(wishes, around), planDifference(wishes, around), prices, engines];
  const wanted = new Map([...around.decided.prices, ...prices.wanted]);
  const dear = dearFallbacks(around.decided.served.config, around.decided.prices);
  const dearer = dearFallbacks(engines.after, wanted).filter((problem) => !dear.includes(problem));
  return {
    lines: parts.flatMap(({ lines }) => lines),
    actions: parts.flatMap(({ actions }) => actions),
    problems: [...new Set([...engines.problems, ...dearer])],
  };
}

type Part = Pick<Difference, 'lines' | 'actions'>;

/** No request may cost more than the model it asked for. */
function dearFallbacks({ models }: Config, prices: Decided['prices']): string[] {
  return [...models.models.values()].flatMap(({ id, fallback = '' }) => {
    const [own, other] = [prices.get(id), prices.get(fallback)];
    const isDearer = own && other && PRICE_PARTS.some((part) => other[part] > own[part]);
    return isDearer ? [`models.${id}.fallback names "${fallback}", which costs more than ${id}.`] : [];
  });
}

const PRICE_PARTS = ['input', 'cachedInput', 'output', 'reasoning'] as const;

function soldDifference({ sold, soldParts }: Wishes, { said, decided, fromMs }: Around): Part {
  const items = new Set([...decided.sold.keys(), ...sold.keys()]);
  const changed = [...items].flatMap((item) => {
    const [before, after] = [decided.sold.get(item), sold.get(item)];
    return soldParts.has(PART_OF[kindOfItem(item)!]) && !Bun.deepEquals(before, after) ? [{ item, before, after }] : [];
  });
  // What ends makes room for what is added.
  const inOrder = [...changed.filter(({ after }) => !after), ...changed.filter(({ after }) => after)];
  const lastOf = (item: OfferItem) => said.offers.findLast((one) => one.item === item)?.version ?? 0;
  return {
    lines: changed.map(({ item, before, after }) =>
      lineOf(pathOf(item), writtenTerms(item, before), writtenTerms(item, after)),
    ),
    actions: inOrder.map(({ item, after }) => ({
      kind: 'offer',
      item,
      terms: after ?? null,
      after: lastOf(item),
      fromMs,
    })),
  };
}

const PART_OF: Readonly<Record<Terms['kind'], SoldPart>> = {
  amounts: 'amounts',
  'any-amount': 'anyAmount',
  package: 'packages',
  plan: 'plans',
};

function pathOf(item: OfferItem): string {
  const kind = kindOfItem(item)!;
  const name = kind === 'plan' || kind === 'package' ? `.${item.slice(itemOf(kind, '').length)}` : '';
  return `payments.${PART_OF[kind]}${name}`;
}

function writtenTerms(item: OfferItem, terms: Terms | undefined): unknown {
  if (!terms) return undefined;
  const { amounts, anyAmount, packages, plans } = writtenSold(new Map([[item, terms]]));
  switch (terms.kind) {
    case 'amounts':
      return amounts;
    case 'any-amount':
      return anyAmount;
    case 'package': {
      const { id: _, ...rest } = packages[0]!;
      return rest;
    }
    case 'plan':
      return Object.values(plans)[0];
  }
}

function planDifference({ planTokens }: Wishes, { decided, fromMs }: Around): Part {
  const changed = [...planTokens].filter(([plan, tokens]) => decided.plans[plan].tokens !== tokens);
  return {
    lines: changed.map(([plan, tokens]) =>
      lineOf(`plans.${plan}.tokens`, Number(decided.plans[plan].tokens), Number(tokens)),
    ),
    actions: changed.map(([plan, tokens]) => ({ kind: 'plan-tokens', plan, tokens, fromMs })),
  };
}

type PricePart = Part & { readonly wanted: Decided['prices'] };

function priceDifference(wishes: Wishes, { decided, fromMs }: Around): PricePart {
  const wanted = new Map(
    [...wishes.models].flatMap(([id, wish]) => {
      const price = wish?.price;
      if (!price || !decided.prices.has(id)) return [];
      return [[id, priceFromCzkPerMillion({ ...price, output: price.output ?? '0' })] as const];
    }),
  );
  const models = decided.served.config.models.models;
  const changed = [...wanted].filter(([id, price]) => !Bun.deepEquals(price, decided.prices.get(id)));
  return {
    lines: changed.map(([id, price]) => {
      const written = (one: Price) => writtenPrice(one, models.get(id)!.kind);
      return lineOf(`models.${id}.price`, written(decided.prices.get(id)!), written(price));
    }),
    actions: changed.map(([model, price]) => ({ kind: 'price', model, price, fromMs })),
    wanted,
  };
}
