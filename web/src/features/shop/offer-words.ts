/** A piece of what is sold, and its terms, in words. */
import type { SoldView } from '../../../../src/features/shop/operator-contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorOffersTexts } from './operator-offer-texts.ts';

type Piece = SoldView['items'][number];
export type Terms = NonNullable<Piece['terms']>;
export type Kind = Exclude<Terms['kind'], 'plan'>;
/** A piece that is no plan: those have a page of their own. */
export type Item = Piece & { readonly kind: Kind };

export function useOfferWords() {
  const texts = useTexts(operatorOffersTexts);
  const format = useFormat();
  return {
    name: (item: string): string => {
      if (item === 'amounts' || item === 'any-amount') return texts.names[item];
      return texts.package(item.slice('package-'.length));
    },
    terms: (terms: Terms | null): string => {
      switch (terms?.kind) {
        case undefined:
          return texts.notSold;
        case 'plan':
          return format.czk(terms.czk);
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
