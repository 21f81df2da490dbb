/** Where credit, packages and plans are bought. Without a way to pay it draws nothing: a button that cannot work is a lie. */

import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { OffersView, OfferView, OrderView } from '../../../../src/features/shop/contract.ts';
import { ApiError, call, useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { TextField } from '../../ui/field.tsx';
import { Card, Choice } from '../../ui/page.tsx';
import { Problem, useErrorText } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { InvoiceTo } from '../invoices/invoice-to.tsx';
import { ANY_AMOUNT, amountWithin, sells } from './any-amount.ts';
import { Consents, useConsents } from './consents.tsx';
import { OfferGroups } from './offers.tsx';
import { comesLater } from './plan-change.ts';
import { shopTexts } from './texts.ts';

type Method = OrderView['method'];

export function TopUp() {
  const texts = useTexts(shopTexts);
  const { data } = useApi('GET /api/offers');
  if (!data || !sells(data)) return null;
  return (
    <Card title={texts.title}>
      <p className="muted">{texts.lead}</p>
      <Buy {...data} />
    </Card>
  );
}

function Buy({ offers, anyAmount, methods, hasVat, ...asked }: OffersView) {
  const texts = useTexts(shopTexts);
  const { language } = useLanguage();
  const [, go] = useLocation();
  const [chosenId, setChosenId] = useState(offers[0]?.id ?? ANY_AMOUNT);
  const [method, setMethod] = useState<Method>(methods[0]!);
  const isAny = anyAmount !== null && (chosenId === ANY_AMOUNT || offers.length === 0);
  const chosen = isAny ? undefined : (offers.find(({ id }) => id === chosenId) ?? offers[0]!);
  const other = useOtherAmount(anyAmount);
  const consents = useConsents(asked);
  const { isBusy, error, run } = useSubmit(async () => {
    const what = chosen ? { offer: chosen.id, seen: seenOf(chosen) } : { offer: ANY_AMOUNT, czk: other.czk! };
    const { order, url } = await call('POST /api/orders', { body: { ...what, method, ...consents.given } });
    if (url === null) go(`/orders/${order.id}`);
    else location.assign(url);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isAmount = chosen !== undefined || other.check();
    if (consents.check() && isAmount) void run();
  };
  const { data: billing } = useApi('GET /api/billing');
  const isLater = chosen !== undefined && method === 'stripe' && comesLater(chosen, billing?.plan ?? null);
  const isAtField = isAny && error instanceof ApiError && error.param === 'czk';
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <OfferGroups
        offers={offers}
        anyAmount={anyAmount}
        hasVat={hasVat}
        chosenId={chosen?.id ?? ANY_AMOUNT}
        onChoose={setChosenId}
      >
        {isAny && <OtherAmount {...other} error={isAtField ? error : undefined} />}
      </OfferGroups>
      {methods.length > 1 && (
        <div className="stack tight">
          <strong>{texts.how}</strong>
          <Choice
            label={texts.how}
            value={method}
            options={methods.map((one) => [one, texts.methods[one]] as const)}
            onChange={setMethod}
          />
        </div>
      )}
      <p className="muted">{isLater ? texts.changesLead : leadOf(texts, method, chosen)}</p>
      <InvoiceTo />
      {!isAtField && <Problem error={error} />}
      <Consents {...consents} />
      <div>
        <button type="submit" className="button primary" disabled={isBusy}>
          {isLater && chosen.plan ? (
            texts.changeLater(chosen.planName?.[language] ?? chosen.plan)
          ) : (
            <PayWords czk={chosen ? chosen.czk : other.czk} />
          )}
        </button>
      </div>
    </form>
  );
}

/** So that nothing is ordered at a price that has changed since it was shown. */
const seenOf = ({ czk, tokens, days }: OfferView) => ({ czk, tokens, days });

/** The words that the law wants on the button, with the price as soon as it is known. */
function PayWords({ czk }: { readonly czk: string | undefined }) {
  const texts = useTexts(shopTexts);
  const format = useFormat();
  return czk === undefined ? texts.payAny : texts.pay(format.czk(czk));
}

/** A text that is typed, and the amount that it is once it is one within the limits. */
function useOtherAmount(range: OffersView['anyAmount']) {
  const texts = useTexts(shopTexts);
  const format = useFormat();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const czk = range ? amountWithin(typed, range) : undefined;
  const check = (): boolean => {
    setIsWrong(czk === undefined);
    if (czk === undefined) field.current?.focus();
    return czk !== undefined;
  };
  const type = (text: string) => {
    setTyped(text);
    setIsWrong(false);
  };
  const wrong = range && isWrong ? texts.otherWrong(format.czk(range.minCzk), format.czk(range.maxCzk)) : undefined;
  return { field, typed, type, czk, check, wrong };
}

type OtherProps = ReturnType<typeof useOtherAmount> & { readonly error: unknown };

function OtherAmount({ field, typed, type, wrong, error }: OtherProps) {
  const texts = useTexts(shopTexts);
  const errorText = useErrorText();
  return (
    <div className="other-amount">
      <TextField
        ref={field}
        label={texts.otherCzk}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        problem={wrong ?? (error ? errorText(error) : undefined)}
        onChange={(event) => type(event.target.value)}
      />
    </div>
  );
}

type Texts = ReturnType<typeof useTexts<typeof shopTexts.en>>;

function leadOf(texts: Texts, method: Method, chosen: OfferView | undefined): string {
  const every = chosen?.every;
  if (method === 'stripe') return every ? texts.planCardLead[every] : texts.cardLead;
  return every ? `${texts.bankLead} ${texts.planBankLead[every]}` : texts.bankLead;
}
