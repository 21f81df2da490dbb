/** Offers, as one choice in up to three groups. */

import type { ReactNode } from 'react';
import type { AmountRangeView, OfferView } from '../../../../src/features/shop/contract.ts';
import { useFormat } from '../../format.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { ANY_AMOUNT } from './any-amount.ts';
import { shopTexts } from './texts.ts';

type ChoiceProps = {
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
  readonly hasVat: boolean;
};

type OffersProps = ChoiceProps & {
  readonly offers: readonly OfferView[];
  readonly anyAmount: AmountRangeView | null;
  /** Below the credit: the field for any amount. */
  readonly children: ReactNode;
};

export function OfferGroups({ offers, anyAmount, children, ...choice }: OffersProps) {
  const texts = useTexts(shopTexts);
  const groups = [
    ['credit', texts.credit, texts.creditLead],
    ['package', texts.packages, texts.packagesLead],
    ['plan', texts.plans, texts.plansLead],
  ] as const;
  return (
    <fieldset className="offers">
      <legend className="visually-hidden">{texts.what}</legend>
      {groups.map(([kind, title, lead]) => {
        const own = offers.filter((offer) => offer.kind === kind);
        const range = kind === 'credit' ? anyAmount : null;
        if (own.length === 0 && !range) return null;
        return (
          <div key={kind} className="stack tight">
            <div>
              <strong>{title}</strong>
              <p className="muted small">{lead}</p>
            </div>
            <div className="offer-row">
              {own.map((offer) => (
                <OfferChoice key={offer.id} offer={offer} {...choice} />
              ))}
              {range && <AnyAmountChoice range={range} {...choice} />}
            </div>
            {range && children}
          </div>
        );
      })}
    </fieldset>
  );
}

function OfferChoice({ offer, ...choice }: ChoiceProps & { readonly offer: OfferView }) {
  const texts = useTexts(shopTexts);
  const { language } = useLanguage();
  const format = useFormat();
  const crowns = offer.creditCzk === null ? '' : texts.crowns(format.czk(offer.creditCzk));
  const count = offer.tokens === null ? crowns : texts.tokens(offer.tokens, format.count(offer.tokens));
  const tokens = offer.every === 'year' ? texts.ofMonth(count) : count;
  const spans = offer.every ? texts.every[offer.every] : offer.days === null ? '' : texts.days(offer.days);
  return (
    <Radio id={offer.id} {...choice}>
      {offer.planName && <span>{offer.planName[language]}</span>}
      <strong>{format.czk(offer.czk)}</strong>
      {choice.hasVat && <span className="muted small">{texts.withVat}</span>}
      {tokens && <span className="small">{tokens}</span>}
      {spans && <span className="muted small">{spans}</span>}
    </Radio>
  );
}

function AnyAmountChoice({ range, ...choice }: ChoiceProps & { readonly range: AmountRangeView }) {
  const texts = useTexts(shopTexts);
  const format = useFormat();
  return (
    <Radio id={ANY_AMOUNT} {...choice}>
      <strong>{texts.otherAmount}</strong>
      <span className="muted small">{texts.limits(format.czk(range.minCzk), format.czk(range.maxCzk))}</span>
      {choice.hasVat && <span className="muted small">{texts.withVat}</span>}
    </Radio>
  );
}

type RadioProps = Omit<ChoiceProps, 'hasVat'> & { readonly id: string; readonly children: ReactNode };

function Radio({ id, chosenId, onChoose, children }: RadioProps) {
  return (
    <label className="offer">
      <input type="radio" name="offer" value={id} checked={id === chosenId} onChange={() => onChoose(id)} />
      <span className="offer-words">{children}</span>
    </label>
  );
}
