/** Making a voucher, showing its code this once, and withdrawing one. */
import { useState } from 'react';
import type { NewVoucherView, VoucherBody, VoucherView } from '../../../../src/features/shop/operator-contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { ShownOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Options, SelectField, TextField } from '../../ui/field.tsx';
import { type Problems, textOf } from '../../ui/form.ts';
import { amountFrom, timeFrom, tokensFrom } from '../../ui/typed.ts';
import { PlanOptions } from '../catalogue/plan-choices.tsx';
import { operatorSalesTexts } from './operator-sales-texts.ts';
import { OrderDialog } from './order-dialog.tsx';

type DialogProps = { readonly onDone: () => void; readonly onClose: () => void };
type Kind = VoucherBody['gift']['kind'];

const KINDS = ['credit', 'package', 'plan'] as const;
/** Named as the server names what it refuses, so that its sentence appears at the right one. */
const FIELDS = ['gift.czk', 'gift.tokens', 'gift.days', 'gift.plan', 'gift.months', 'usesMax', 'expiresAtMs'];

export function NewVoucherDialog({
  onMade,
  ...rest
}: DialogProps & { readonly onMade: (made: NewVoucherView) => void }) {
  const texts = useTexts(operatorSalesTexts).vouchers;
  const { amountWrong, tokensWrong, dateWrong } = useTexts(operatorTexts);
  const [kind, setKind] = useState<Kind>('credit');
  const count = (values: FormData, name: string) => tokensFrom(textOf(values, name));
  const check = (values: FormData): Problems => {
    const wrong = (name: string, text: string) => (count(values, name) ? undefined : text);
    const ends = textOf(values, 'expiresAtMs');
    return {
      ...(kind === 'credit' && {
        'gift.czk': amountFrom(textOf(values, 'gift.czk'), 'positive') ? undefined : amountWrong,
      }),
      ...(kind === 'package' && {
        'gift.tokens': wrong('gift.tokens', tokensWrong),
        'gift.days': wrong('gift.days', texts.countWrong),
      }),
      ...(kind === 'plan' && { 'gift.months': wrong('gift.months', texts.countWrong) }),
      usesMax: wrong('usesMax', texts.countWrong),
      expiresAtMs: ends === '' || (timeFrom(ends) ?? 0) > Date.now() ? undefined : dateWrong,
    };
  };
  return (
    <OrderDialog
      {...rest}
      title={texts.add}
      text={texts.addText}
      reasonHint={texts.noteHint}
      fields={FIELDS}
      check={check}
      send={async (order, values) => {
        const usesMax = count(values, 'usesMax')!;
        const expiresAtMs = timeFrom(textOf(values, 'expiresAtMs')) ?? null;
        const body = { ...order, gift: giftIn(values, kind), usesMax, expiresAtMs };
        onMade(await call('POST /api/operator/vouchers', { body }));
      }}
    >
      {(problems) => (
        <>
          <SelectField
            label={texts.kind}
            value={kind}
            onChange={({ target }) => setKind(KINDS.find((one) => one === target.value) ?? 'credit')}
          >
            <Options of={KINDS.map((one) => [one, texts.kinds[one]])} />
          </SelectField>
          <GiftFields kind={kind} problems={problems} />
          <Count label={texts.uses} name="usesMax" problems={problems} initial="1" />
          <TextField
            label={texts.ends}
            hint={texts.endsHint}
            problem={problems.expiresAtMs}
            name="expiresAtMs"
            type="datetime-local"
          />
        </>
      )}
    </OrderDialog>
  );
}

function giftIn(values: FormData, kind: Kind): VoucherBody['gift'] {
  const count = (name: string) => tokensFrom(textOf(values, name))!;
  if (kind === 'credit') return { kind, czk: amountFrom(textOf(values, 'gift.czk'), 'positive')! };
  if (kind === 'package') return { kind, tokens: count('gift.tokens'), days: count('gift.days') };
  return { kind, plan: textOf(values, 'gift.plan'), months: count('gift.months') };
}

function GiftFields({ kind, problems }: { readonly kind: Kind; readonly problems: Problems }) {
  const texts = useTexts(operatorSalesTexts).vouchers;
  const { amount, tokenCount, plan } = useTexts(operatorTexts);
  if (kind === 'credit') {
    return (
      <TextField label={amount} problem={problems['gift.czk']} name="gift.czk" inputMode="decimal" autoComplete="off" />
    );
  }
  return (
    <div className="price-fields">
      {kind === 'package' ? (
        <>
          <Count label={tokenCount} name="gift.tokens" problems={problems} />
          <Count label={texts.days} name="gift.days" problems={problems} initial="30" />
        </>
      ) : (
        <>
          <SelectField label={plan} name="gift.plan" problem={problems['gift.plan']}>
            <PlanOptions />
          </SelectField>
          <Count label={texts.months} name="gift.months" problems={problems} initial="1" />
        </>
      )}
    </div>
  );
}

type CountProps = {
  readonly label: string;
  readonly name: string;
  readonly problems: Problems;
  readonly initial?: string;
};

function Count({ label, name, problems, initial }: CountProps) {
  return (
    <TextField
      label={label}
      problem={problems[name]}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      defaultValue={initial}
    />
  );
}

export function CodeDialog({ made, onClose }: { readonly made: NewVoucherView; readonly onClose: () => void }) {
  const texts = useTexts(operatorSalesTexts).vouchers;
  return (
    <Dialog title={texts.madeTitle} onClose={onClose} staysOpen>
      <div className="stack">
        {made.code === null ? (
          <p>{texts.lost}</p>
        ) : (
          <ShownOnce secret={made.code} texts={{ ...texts, label: texts.code, copy: texts.copyCode }} />
        )}
      </div>
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={onClose}>
          {texts.done}
        </button>
      </div>
    </Dialog>
  );
}

export function WithdrawDialog({ of, ...rest }: DialogProps & { readonly of: VoucherView }) {
  const texts = useTexts(operatorSalesTexts).vouchers;
  return (
    <OrderDialog
      {...rest}
      title={texts.revoke}
      text={texts.revokeText(of.hint)}
      takes
      send={(order) => call('POST /api/operator/vouchers/{id}/revoke', { params: { id: of.id }, body: order })}
    />
  );
}
