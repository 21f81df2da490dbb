/** Automatic top-up: the saved card, when it is charged, and what is wrong with it. Drawn where it is offered. */

import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { TopUpView } from '../../../../src/features/shop/contract.ts';
import { useMay } from '../../acting.ts';
import { call, useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { useServiceName } from '../../service-name.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { autoTopUpTexts } from './auto-top-up-texts.ts';
import { TopUpRule } from './top-up-rule.tsx';

type PartProps = { readonly topUp: TopUpView; readonly onChanged: (topUp: TopUpView) => void };

export function AutoTopUp() {
  const texts = useTexts(autoTopUpTexts);
  const mayBuy = useMay()('buy');
  const { data, mutate } = useApi('GET /api/billing/top-up');
  const onChanged = (changed: TopUpView) => void mutate(changed, false);
  const problem = useReturningCard(onChanged);
  if (!data || (data.limits === null && data.card === null)) return null;
  return (
    <Card title={texts.title}>
      <div className="stack">
        <p className="muted">{texts.lead}</p>
        <Problem error={problem} />
        <Failure topUp={data} />
        {data.card && <SavedCard topUp={data} mayBuy={mayBuy} onChanged={onChanged} />}
        {data.card && data.limits && mayBuy && (
          <TopUpRule topUp={data} limits={data.limits} onChanged={onChanged} key={data.card.last4} />
        )}
        {data.limits && mayBuy && <NewCard isFirst={data.card === null} />}
      </div>
    </Card>
  );
}

/** Stripe leads back here with the id of its page: the card that was saved there is taken once. */
function useReturningCard(onChanged: (topUp: TopUpView) => void): unknown {
  const texts = useTexts(autoTopUpTexts);
  const say = useNotice();
  const isTaken = useRef(false);
  const { error, run } = useSubmit(async (session: string) => {
    onChanged(await call('POST /api/billing/card/finish', { body: { session } }));
    say(texts.cardSaved);
  });
  useEffect(() => {
    const session = new URLSearchParams(location.search).get('card');
    if (session === null || isTaken.current) return;
    isTaken.current = true;
    history.replaceState(null, '', location.pathname);
    void run(session);
  });
  return error;
}

function Failure({ topUp: { failure, rule } }: { readonly topUp: TopUpView }) {
  const texts = useTexts(autoTopUpTexts);
  const format = useFormat();
  if (!failure || !rule?.isOn) return null;
  const { why, pausedAtMs, nextTryAtMs } = failure;
  return (
    <div className="notice bad" role="alert">
      <strong>{pausedAtMs === null ? texts.willTry : texts.paused}</strong>
      <span>
        {texts.why[why]} {nextTryAtMs === null ? texts.whatToDo[why] : texts.triesAgain(format.dateTime(nextTryAtMs))}
      </span>
    </div>
  );
}

function SavedCard({ topUp, mayBuy, onChanged }: PartProps & { readonly mayBuy: boolean }) {
  const texts = useTexts(autoTopUpTexts);
  const say = useNotice();
  const [isAsking, setIsAsking] = useState(false);
  const { brand, last4, expiryMonth, expiryYear } = topUp.card!;
  const month = String(expiryMonth).padStart(2, '0');
  return (
    <div className="row spread">
      <span>{texts.face(brand[0]!.toUpperCase() + brand.slice(1), last4, month, String(expiryYear))}</span>
      {mayBuy && (
        <button type="button" className="button compact" onClick={() => setIsAsking(true)}>
          {texts.remove}
        </button>
      )}
      {isAsking && (
        <Confirm
          title={texts.removeTitle}
          action={texts.remove}
          keep={texts.keep}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            onChanged(await call('POST /api/billing/card/remove'));
            say(texts.removed);
          }}
        >
          <p>{texts.removeLead}</p>
        </Confirm>
      )}
    </div>
  );
}

/** The consent is asked for each card. */
function NewCard({ isFirst }: { readonly isFirst: boolean }) {
  const texts = useTexts(autoTopUpTexts);
  const service = useServiceName();
  const [hasAgreed, setHasAgreed] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const { isBusy, error, run } = useSubmit(async () => {
    const { url } = await call('POST /api/billing/card', { body: { consent: true } });
    location.assign(url);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(!hasAgreed);
    if (hasAgreed) void run();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <CheckField
        label={texts.consent(service)}
        checked={hasAgreed}
        aria-invalid={isMissing || undefined}
        onChange={(event) => {
          setHasAgreed(event.target.checked);
          setIsMissing(false);
        }}
      />
      {isMissing && (
        <p className="problem" role="alert">
          {texts.consentMissing}
        </p>
      )}
      <Problem error={error} />
      <div>
        <button type="submit" className={isFirst ? 'button primary' : 'button'} disabled={isBusy}>
          {isFirst ? texts.saveCard : texts.otherCard}
        </button>
      </div>
    </form>
  );
}
