/** The form of a model, as the server takes it. */
import type { OperatedModelView } from '../../../../src/features/catalogue/contract.ts';
import { textOf } from '../../ui/form.ts';
import { priceFrom, tokensFrom } from '../../ui/typed.ts';
import { PRICE_TYPES, type PriceType } from './price-form.tsx';

/** The engines of a model that the form does not change: several of them. */
export const SEVERAL = 'several';

/** Fields of the form that a model which makes vectors has not. */
export const priceTypesOf = (kind: OperatedModelView['kind']): readonly PriceType[] =>
  kind === 'chat' ? PRICE_TYPES : ['input', 'cachedInput'];

const priceIn = (values: FormData, type: PriceType): string | undefined => priceFrom(textOf(values, `price-${type}`));

/** A price that is left empty is that of input or output. */
export const isPriceRight = (values: FormData, type: PriceType): boolean => {
  const isOptional = type !== 'input' && type !== 'output';
  return (isOptional && textOf(values, `price-${type}`) === '') || priceIn(values, type) !== undefined;
};

export function priceOf(values: FormData) {
  const input = priceIn(values, 'input') ?? '';
  const output = priceIn(values, 'output') ?? '0';
  const cachedInput = priceIn(values, 'cachedInput') ?? input;
  const reasoning = priceIn(values, 'reasoning') ?? output;
  const cacheWrite5m = priceIn(values, 'cacheWrite5m');
  const cacheWrite1h = priceIn(values, 'cacheWrite1h');
  return {
    input,
    cachedInput,
    output,
    reasoning,
    ...(cacheWrite5m !== undefined && { cacheWrite5m }),
    ...(cacheWrite1h !== undefined && { cacheWrite1h }),
  };
}

const aliasesIn = (values: FormData): string[] =>
  textOf(values, 'aliases')
    .split(/[\s,;]+/)
    .filter((alias) => alias !== '');

/** What a request may hold beside text. */
export const ATTACHED = ['image', 'file'] as const;

/** From the one that is served first. */
export const TIERS = ['priority', 'flex', 'batch'] as const;
type Tier = (typeof TIERS)[number];

export const tierField = (tier: Tier): string => `tier-${tier}`;

function percentIn(values: FormData, tier: Tier): number | undefined {
  const percent = tokensFrom(textOf(values, tierField(tier)));
  return percent !== undefined && percent <= 1000 ? percent : undefined;
}

/** A tier that is left empty is not offered. */
export const isPercentRight = (values: FormData, tier: Tier): boolean =>
  textOf(values, tierField(tier)) === '' || percentIn(values, tier) !== undefined;

function tiersIn(values: FormData) {
  const given = TIERS.flatMap((tier) => {
    const percent = percentIn(values, tier);
    return percent === undefined ? [] : [[tier, percent] as const];
  });
  return given.length === 0 ? null : (Object.fromEntries(given) as Partial<Record<Tier, number>>);
}

/** All that the form says of a model but its name and price. */
export function describedIn(values: FormData, kind: OperatedModelView['kind']) {
  const engine = textOf(values, 'engine');
  const isChecked = (name: string) => values.get(name) !== null;
  return {
    role: { en: textOf(values, 'roleEn'), cs: textOf(values, 'roleCs') },
    contextTokens: tokensFrom(textOf(values, 'contextTokens')) ?? null,
    hidden: isChecked('hidden'),
    aliases: aliasesIn(values),
    tiers: tiersIn(values),
    ...(kind === 'chat' && {
      maxOutputTokens: tokensFrom(textOf(values, 'maxOutputTokens'))!,
      tools: isChecked('tools'),
      reasoning: isChecked('reasoning'),
      modalities: ['text' as const, ...ATTACHED.filter(isChecked)],
      imageTokens: tokensFrom(textOf(values, 'imageTokens')) ?? null,
      fileTokens: tokensFrom(textOf(values, 'fileTokens')) ?? null,
      urls: isChecked('urls'),
    }),
    ...(engine !== SEVERAL && {
      engines: engine === '' ? null : [{ engine, weight: 1, model: textOf(values, 'there') || null }],
    }),
  };
}
