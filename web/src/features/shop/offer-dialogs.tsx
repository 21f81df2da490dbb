/** Changing what is sold, adding a package, and withdrawing what is planned. */
import { useState } from 'react';
import type { OfferBody, SoldView } from '../../../../src/features/shop/operator-contract.ts';
import { call } from '../../api.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { CheckField, TextField } from '../../ui/field.tsx';
import { type Problems, textOf } from '../../ui/form.ts';
import { amountsFrom, soldFor, tokensFrom } from '../../ui/typed.ts';
import { startIn, useTimeCheck, WhenField } from '../../ui/when-field.tsx';
import { type Item, type Kind, type Terms, useOfferWords } from './offer-words.ts';
import { operatorOffersTexts } from './operator-offer-texts.ts';
import { OrderDialog } from './order-dialog.tsx';

type DialogProps = { readonly onPublished: (sold: SoldView) => void; readonly onClose: () => void };

const FIELDS = ['czk', 'tokens', 'days', 'minCzk', 'maxCzk', 'item', 'fromMs'];
const DAYS_MAX = 3650;
const RANGE_MAX = 1_000_000;

export function OfferDialog({ of, onPublished, onClose }: DialogProps & { readonly of: Item }) {
  const texts = useTexts(operatorOffersTexts);
  const words = useOfferWords();
  const [isOff, setIsOff] = useState(of.terms === null && of.version > 0);
  const checkTerms = useTermsCheck(of.kind);
  const checkTime = useTimeCheck();
  // Packages that are not sold, and planned ones, have their last terms.
  const terms = of.terms ?? of.versions.find((version) => version.terms)?.terms ?? null;
  return (
    <OrderDialog
      title={texts.changeOf(words.name(of.item))}
      text={texts.text}
      fields={FIELDS}
      check={(values) => ({ ...(!isOff && checkTerms(values)), ...checkTime(values) })}
      send={async (order, values) => {
        const sent = isOff ? null : termsIn(values, of.kind);
        const body = { ...order, item: of.item, after: of.version, terms: sent, fromMs: startIn(values) };
        onPublished(await call('POST /api/operator/offers', { body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <CheckField label={texts.off} checked={isOff} onChange={(event) => setIsOff(event.target.checked)} />
          {!isOff && <TermsFields kind={of.kind} terms={terms} problems={problems} />}
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}

export function NewPackageDialog({ items, onPublished, onClose }: DialogProps & { readonly items: readonly Item[] }) {
  const texts = useTexts(operatorOffersTexts);
  const checkTerms = useTermsCheck('package');
  const checkTime = useTimeCheck();
  const nameProblem = (name: string) => {
    if (!/^[a-z0-9-]{1,40}$/.test(name)) return texts.nameWrong;
    return items.some(({ item }) => item === `package-${name}`) ? texts.nameTaken : undefined;
  };
  return (
    <OrderDialog
      title={texts.add}
      text={texts.addText}
      fields={FIELDS}
      check={(values) => ({
        item: nameProblem(textOf(values, 'item')),
        ...checkTerms(values),
        ...checkTime(values),
      })}
      send={async (order, values) => {
        const item = `package-${textOf(values, 'item')}`;
        const body = { ...order, item, after: 0, terms: termsIn(values, 'package'), fromMs: startIn(values) };
        onPublished(await call('POST /api/operator/offers', { body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            problem={problems.item}
            name="item"
            maxLength={40}
            autoComplete="off"
          />
          <TermsFields kind="package" terms={null} problems={problems} />
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}

export function WithdrawOfferDialog({ id, onPublished, onClose }: DialogProps & { readonly id: string }) {
  const texts = useTexts(operatorOffersTexts);
  return (
    <OrderDialog
      title={texts.withdrawOf(id)}
      text={texts.withdrawText}
      send={async (body) =>
        onPublished(await call('POST /api/operator/offers/{id}/withdraw', { params: { id }, body }))
      }
      onDone={() => {}}
      onClose={onClose}
    />
  );
}

type FieldsProps = { readonly kind: Kind; readonly terms: Terms | null; readonly problems: Problems };

function TermsFields({ kind, terms, problems }: FieldsProps) {
  const texts = useTexts(operatorOffersTexts);
  const { language } = useLanguage();
  const shown = (czk: string | undefined) => (language === 'cs' ? czk?.replace('.', ',') : czk);
  const field = (name: string, label: string, value: string | number | undefined, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      problem={problems[name]}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={value}
    />
  );
  switch (kind) {
    case 'amounts': {
      const listed = terms?.kind === kind ? terms.czk.map(shown).join('; ') : undefined;
      return field('czk', texts.amounts, listed, texts.amountsHint);
    }
    case 'any-amount': {
      const range = terms?.kind === kind ? terms : undefined;
      return (
        <div className="price-fields">
          {field('minCzk', texts.min, shown(range?.minCzk))}
          {field('maxCzk', texts.max, shown(range?.maxCzk))}
        </div>
      );
    }
    case 'package': {
      const sold = terms?.kind === kind ? terms : undefined;
      return (
        <>
          {field('tokens', texts.tokens, sold?.tokens)}
          <div className="price-fields">
            {field('czk', texts.price, shown(sold?.czk))}
            {field('days', texts.days, sold?.days)}
          </div>
        </>
      );
    }
  }
}

function useTermsCheck(kind: Kind): (values: FormData) => Problems {
  const texts = useTexts(operatorOffersTexts);
  const { tokensWrong } = useTexts(operatorTexts);
  return (values) => {
    const price = (name: string) => soldFor(textOf(values, name));
    const priceProblem = (name: string) => (price(name) ? undefined : texts.priceWrong);
    switch (kind) {
      case 'amounts':
        return { czk: amountsFrom(textOf(values, 'czk')) ? undefined : texts.amountsWrong };
      case 'any-amount': {
        const min = Number(price('minCzk') ?? 0);
        const max = Number(price('maxCzk') ?? 0);
        return {
          minCzk: priceProblem('minCzk'),
          maxCzk: max >= min && max < RANGE_MAX && max > 0 ? undefined : texts.maxWrong,
        };
      }
      case 'package':
        return {
          tokens: tokensFrom(textOf(values, 'tokens')) ? undefined : tokensWrong,
          czk: priceProblem('czk'),
          days: (tokensFrom(textOf(values, 'days')) ?? DAYS_MAX + 1) <= DAYS_MAX ? undefined : texts.daysWrong,
        };
    }
  };
}

/** Takes fields that were found right. */
function termsIn(values: FormData, kind: Kind): NonNullable<OfferBody['terms']> {
  const price = (name: string) => soldFor(textOf(values, name))!;
  switch (kind) {
    case 'amounts':
      return { kind, czk: amountsFrom(textOf(values, 'czk'))! };
    case 'any-amount':
      return { kind, minCzk: price('minCzk'), maxCzk: price('maxCzk') };
    case 'package':
      return {
        kind,
        tokens: tokensFrom(textOf(values, 'tokens'))!,
        czk: price('czk'),
        days: tokensFrom(textOf(values, 'days'))!,
      };
  }
}
