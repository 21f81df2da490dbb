import { type FormEvent, useRef, useState } from 'react';
import type { GiftView } from '../../../../src/features/shop/contract.ts';
import { ApiError, call } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { usePlanName } from '../../plan-names.ts';
import { TextField } from '../../ui/field.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Problem, useErrorText } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { shopTexts } from './texts.ts';

export function Voucher({ onRedeemed }: { readonly onRedeemed: () => void }) {
  const texts = useTexts(shopTexts);
  const giftText = useGiftText();
  const errorText = useErrorText();
  const say = useNotice();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { isBusy, error, run } = useSubmit(async () => {
    const { gift } = await call('POST /api/vouchers/redeem', { body: { code } });
    setCode('');
    say(giftText(gift));
    onRedeemed();
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = code.trim() === '';
    setIsMissing(isEmpty);
    if (isEmpty || !(await run())) field.current?.focus();
  };
  const isAtField = error instanceof ApiError && error.param === 'code';
  return (
    <Card title={texts.voucher}>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <p className="muted">{texts.voucherLead}</p>
        <TextField
          ref={field}
          label={texts.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          placeholder="XXXX-XXXX-XXXX-XXXX"
          value={code}
          problem={isMissing ? texts.noCode : isAtField ? errorText(error) : undefined}
          onChange={(event) => setCode(event.target.value)}
        />
        {!isAtField && <Problem error={error} />}
        <div>
          <button type="submit" className="button" disabled={isBusy}>
            {texts.redeem}
          </button>
        </div>
      </form>
    </Card>
  );
}

function useGiftText(): (gift: GiftView) => string {
  const texts = useTexts(shopTexts);
  const format = useFormat();
  const planName = usePlanName();
  return (gift) => {
    if (gift.kind === 'credit') return texts.gotCredit(format.czk(gift.czk));
    if (gift.kind === 'package') return texts.gotPackage(format.count(gift.tokens));
    return texts.gotPlan(planName(gift.plan), gift.months);
  };
}
