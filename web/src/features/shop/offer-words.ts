/** A piece of what is sold, and its terms, in words. */
import type { SoldView } from '../../../../src/features/shop/operator-contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { planName } from '../../plan-names.ts';
import { operatorOffersTexts } from './operator-offer-texts.ts';

export type Item = SoldView['items'][number];
export type Terms = NonNullable<Item['terms']>;

export function useOfferWords() {
  const texts = useTexts(operatorOffersTexts);
  const format = useFormat();
  return {
    name: (item: string): string => {
      if (item === 'amounts' || item === 'any-amount') return texts.names[item];
      if (item === 'plan-pro' || item === 'plan-ultra') return texts.plan(planName(item.slice('plan-'.length)));
      return texts.package(item.slice('package-'.length));
    },
    terms: (terms: Terms | null): string => {
      switch (terms?.kind) {
        case undefined:
          return texts.notSold;
        case 'plan':
          return texts.monthly(format.czk(terms.czk));
        case 'package':
          return texts.tokensFor(terms.tokens, format.count(terms.tokens), format.czk(terms.czk), terms.days);
        case 'amounts':
          return terms.czk.map(format.czk).join(', ');
        case 'any-amount':
          return texts.range(format.czk(terms.minCzk), format.czk(terms.maxCzk));
      }
    },
  };
}
