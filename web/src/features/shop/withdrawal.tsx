/** The right to withdraw from an order: a button as long as it lasts, a declaration to confirm, and what became of it. */
import { useState } from 'react';
import { mutate as refresh } from 'swr';
import type { OrderView, WithdrawalView } from '../../../../src/features/shop/contract.ts';
import { call, useApi } from '../../api.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { Card } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { withdrawalTexts } from './withdrawal-texts.ts';

type Declared = NonNullable<WithdrawalView['declared']>;

/** Nothing where there is no such right. */
export function Withdrawal({ order, onWithdrawn }: { readonly order: OrderView; readonly onWithdrawn: () => void }) {
  const texts = useTexts(withdrawalTexts);
  const format = useFormat();
  const { data, mutate } = useApi('GET /api/orders/{id}/withdrawal', { params: { id: order.id } });
  const [isDeclaring, setIsDeclaring] = useState(false);
  if (!data || (data.refused && !data.declared)) return null;
  if (data.declared) return <Done declared={data.declared} />;
  return (
    <Card title={texts.title}>
      <p>{texts.lead(format.date(data.untilMs! - 1))}</p>
      <div>
        <button type="button" className="button" onClick={() => setIsDeclaring(true)}>
          {texts.action}
        </button>
      </div>
      {isDeclaring && (
        <Declaration
          order={order}
          refundCzk={data.refundCzk!}
          onDone={(now) => {
            void mutate(now, false);
            void refresh('/api/billing');
            onWithdrawn();
          }}
          onClose={() => setIsDeclaring(false)}
        />
      )}
    </Card>
  );
}

function Done({ declared }: { readonly declared: Declared }) {
  const texts = useTexts(withdrawalTexts);
  const format = useFormat();
  const { atMs, email, refundCzk, sentAtMs } = declared;
  const czk = format.czk(refundCzk);
  const money = sentAtMs === null ? texts.refund(czk) : texts.sent(czk, format.date(sentAtMs));
  return (
    <Card title={texts.title}>
      <p role="status">
        {texts.done(format.dateTime(atMs), email)} {isZeroCzk(refundCzk) ? texts.nothing : money}
      </p>
    </Card>
  );
}

type DeclarationProps = {
  readonly order: OrderView;
  readonly refundCzk: string;
  readonly onDone: (now: WithdrawalView) => void;
  readonly onClose: () => void;
};

function Declaration({ order, refundCzk, onDone, onClose }: DeclarationProps) {
  const texts = useTexts(withdrawalTexts);
  const format = useFormat();
  const { data: me } = useApi('GET /api/me');
  const { form, problems, error, isBusy } = useForm({
    fields: ['name'],
    check: (values) => ({ name: textOf(values, 'name') === '' ? texts.nameMissing : undefined }),
    send: async (values) => {
      const body = { name: textOf(values, 'name') };
      onDone(await call('POST /api/orders/{id}/withdrawal', { params: { id: order.id }, body }));
      onClose();
    },
  });
  return (
    <Dialog title={texts.declare} onClose={onClose}>
      <form {...form} className="stack">
        <p className="any-wrap">{texts.declaration(order.invoiceNumber ?? order.id, format.czk(order.czk))}</p>
        <TextField
          label={texts.name}
          problem={problems.name}
          name="name"
          autoComplete="name"
          defaultValue={me?.name ?? ''}
          maxLength={100}
        />
        <p>
          {texts.goesBack(format.czk(refundCzk))} {me && texts.acknowledged(me.email)}
        </p>
        <Problem error={error} />
        <FormActions action={texts.confirm} looks="danger" isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
