/** What is for sale, as one choice in up to three groups. */

import type { OfferView } from '../../../../src/wire/settings-api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { PLAN_NAMES } from '../../plan-names.ts';
import { shopTexts } from '../../texts/shop.ts';

type OffersProps = {
  readonly offers: readonly OfferView[];
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
};

export function OfferGroups({ offers, ...choice }: OffersProps) {
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
        if (own.length === 0) return null;
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
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

type OneProps = Omit<OffersProps, 'offers'> & { readonly offer: OfferView };

function OfferChoice({ offer, chosenId, onChoose }: OneProps) {
  const texts = useTexts(shopTexts);
  const format = useFormat();
  const tokens = offer.tokens === null ? '' : texts.tokens(offer.tokens, format.count(offer.tokens));
  const spans = offer.kind === 'plan' ? texts.monthly : offer.days === null ? '' : texts.days(offer.days);
  return (
    <label className="offer">
      <input
        type="radio"
        name="offer"
        value={offer.id}
        checked={offer.id === chosenId}
        onChange={() => onChoose(offer.id)}
      />
      <span className="offer-words">
        {offer.plan && <span>{PLAN_NAMES[offer.plan]}</span>}
        <strong>{format.czk(offer.czk)}</strong>
        {tokens && <span className="small">{tokens}</span>}
        {spans && <span className="muted small">{spans}</span>}
      </span>
    </label>
  );
}
