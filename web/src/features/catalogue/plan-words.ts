/** What a plan is, or what a change of one says, in words. */
import type { PlanVersionView } from '../../../../src/features/catalogue/contract.ts';
import { useFormat } from '../../format.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { type Plan, WINDOWS } from './plan-body.ts';
import { operatorPlansTexts } from './plan-texts.ts';

type Changes = PlanVersionView['changes'];

export function usePlanWords() {
  const texts = useTexts(operatorPlansTexts);
  const format = useFormat();
  const { language } = useLanguage();
  const priceOf = ({ czk, isOnSale }: Changes, every: Plan['every']) => {
    if (isOnSale === false) return [texts.notSold];
    if (czk !== undefined) return [texts.price[every](format.czk(czk))];
    return isOnSale ? [texts.sold] : [];
  };
  const termsOf = ({ tokens, credit, models, windows, weights }: Changes): readonly string[] => {
    const within = WINDOWS.flatMap((per) => {
      const most = windows?.[per];
      return most === undefined ? [] : [texts.within[per](format.count(most))];
    });
    const weighed = Object.keys(weights ?? {}).join(', ');
    return [
      ...(typeof tokens === 'number' ? [texts.tokensOf(tokens, format.count(tokens))] : []),
      ...(typeof credit === 'string' ? [texts.crownsOf(format.czk(credit))] : []),
      ...(models === undefined ? [] : [models === null ? texts.forAll : texts.onlyFor(models.join(', '))]),
      ...(windows && within.length === 0 ? [texts.noWindows] : within),
      ...(weights ? [weighed === '' ? texts.noWeights : texts.weighed(weighed)] : []),
    ];
  };
  return {
    now: ({ czk, every, tokens, credit, models, windows, weights }: Plan): string => {
      const price = czk === null ? { isOnSale: false } : { czk };
      const said = {
        tokens,
        credit,
        models,
        ...(Object.keys(windows).length > 0 && { windows }),
        ...(Object.keys(weights).length > 0 && { weights }),
      };
      return [...priceOf(price, every), ...termsOf(said)].join('; ');
    },
    changes: (changes: Changes, { every }: Plan): string =>
      [
        ...(changes.name ? [texts.named(changes.name[language])] : []),
        ...priceOf(changes, changes.every ?? every),
        ...(changes.every ? [texts.paid[changes.every]] : []),
        ...termsOf(changes),
        ...(changes.order === undefined ? [] : [texts.placed(changes.order)]),
        ...(changes.text ? [texts.described] : []),
      ].join('; '),
  };
}
