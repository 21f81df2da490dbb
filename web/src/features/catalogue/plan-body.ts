/** The form of a plan, as the server takes it. */
import type { PricesView } from '../../../../src/features/catalogue/contract.ts';
import { textOf } from '../../ui/form.ts';
import { amountFrom, soldFor, tokensFrom, weightFrom } from '../../ui/typed.ts';
import { PRICE_TYPES, type PriceType } from './price-form.tsx';

export type Plan = PricesView['plans'][number];

export const WINDOWS = ['5h', 'day', 'week'] as const;

export const windowField = (per: (typeof WINDOWS)[number]): string => `window-${per}`;
export const weightField = (model: string, type: PriceType): string => `weight-${type}-${model}`;

const ORDER_MAX = 1000;

/** A place among plans: a whole number from 0 to 1000. */
export function orderFrom(typed: string): number | undefined {
  const order = typed === '' ? Number.NaN : Number(typed);
  return Number.isInteger(order) && order >= 0 && order <= ORDER_MAX ? order : undefined;
}

/** How much of the plan a token takes: from 0.001 to 1000, with at most three decimals. */
export function planWeightFrom(typed: string): number | undefined {
  const weight = weightFrom(typed);
  if (weight === undefined || Math.abs(weight * 1000 - Math.round(weight * 1000)) > 1e-6) return undefined;
  return weight;
}

/** All that the form says of a plan, out of fields that were found right. */
export function planIn(values: FormData, models: readonly string[]) {
  const inBoth = (name: string) => ({ en: textOf(values, `${name}En`), cs: textOf(values, `${name}Cs`) });
  return {
    name: inBoth('name'),
    text: inBoth('text'),
    order: orderFrom(textOf(values, 'order')) ?? 0,
    every: textOf(values, 'every') as Plan['every'],
    ...allowanceIn(values),
    models: values.get('allModels') === null ? chosenModels(values) : null,
    windows: Object.fromEntries(
      WINDOWS.flatMap((per) => {
        const tokens = tokensFrom(textOf(values, windowField(per)));
        return tokens === undefined ? [] : [[per, tokens]];
      }),
    ),
    weights: Object.fromEntries(
      models.flatMap((model) => {
        const own = weightsIn(values, model);
        return own ? [[model, own]] : [];
      }),
    ),
  };
}

/** Tokens, or crowns. */
const allowanceIn = (values: FormData) =>
  textOf(values, 'unit') === 'CZK'
    ? { credit: amountFrom(textOf(values, 'credit'), 'positive')! }
    : { tokens: tokensFrom(textOf(values, 'tokens'))! };

export const chosenModels = (values: FormData): string[] => values.getAll('models').map(String);

/** A weight that is left empty is one; that of writing into a cache is the one of input. */
function weightsIn(values: FormData, model: string) {
  const typed = (type: PriceType) => planWeightFrom(textOf(values, weightField(model, type)));
  if (PRICE_TYPES.every((type) => typed(type) === undefined)) return undefined;
  const [input = 1, cachedInput = 1, output = 1, reasoning = 1, cacheWrite5m, cacheWrite1h] = PRICE_TYPES.map(typed);
  return {
    input,
    cachedInput,
    output,
    reasoning,
    ...(cacheWrite5m !== undefined && { cacheWrite5m }),
    ...(cacheWrite1h !== undefined && { cacheWrite1h }),
  };
}

/** How the plan is sold; a price that nothing is sold for stays as it was. */
export function priceIn(values: FormData) {
  const isOnSale = values.get('isOff') === null;
  return { isOnSale, ...(isOnSale && { czk: soldFor(textOf(values, 'czk'))! }) };
}
