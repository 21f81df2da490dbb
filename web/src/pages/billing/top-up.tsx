/** Where credit, packages and plans are bought. Without a way to pay it draws nothing: a button that cannot work is a lie. */
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import type { OfferView, OrderView } from '../../../../src/wire/settings-api.ts';
import { call, useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { PLAN_NAMES } from '../../plan-names.ts';
import { shopTexts } from '../../texts/shop.ts';
import { Card, Choice, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { InvoiceTo } from './invoice-to.tsx';
import { OfferGroups } from './offers.tsx';
import { comesLater } from './plan-change.ts';

type Method = OrderView['method'];

export function TopUp() {
  const texts = useTexts(shopTexts);
  const { data, error, mutate } = useApi('GET /api/offers');
  if (data?.offers.length === 0) return null;
  return (
    <Card title={texts.title}>
      <p className="muted">{texts.lead}</p>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && <Skeleton lines={12} />}
      {data && <Buy offers={data.offers} methods={data.methods} />}
    </Card>
  );
}

type BuyProps = { readonly offers: readonly OfferView[]; readonly methods: readonly Method[] };

function Buy({ offers, methods }: BuyProps) {
  const texts = useTexts(shopTexts);
  const format = useFormat();
  const [, go] = useLocation();
  const [chosenId, setChosenId] = useState(offers[0]!.id);
  const [method, setMethod] = useState<Method>(methods[0]!);
  const chosen = offers.find(({ id }) => id === chosenId) ?? offers[0]!;
  const { isBusy, error, run } = useSubmit(async () => {
    const { order, url } = await call('POST /api/orders', { body: { offer: chosen.id, method } });
    if (url === null) go(`/orders/${order.id}`);
    else location.assign(url);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  const price = format.czk(chosen.czk);
  const { data: billing } = useApi('GET /api/billing');
  const isLater = method === 'stripe' && comesLater(chosen, billing?.plan ?? null);
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <OfferGroups offers={offers} chosenId={chosen.id} onChoose={setChosenId} />
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
      <Problem error={error} />
      <div>
        <button type="submit" className="button primary" disabled={isBusy}>
          {isLater && chosen.plan
            ? texts.changeLater(PLAN_NAMES[chosen.plan])
            : method === 'stripe'
              ? texts.payCard(price)
              : texts.payBank(price)}
        </button>
      </div>
    </form>
  );
}

function leadOf(texts: ReturnType<typeof useTexts<typeof shopTexts.en>>, method: Method, { kind }: OfferView): string {
  if (method === 'stripe') return kind === 'plan' ? texts.planCardLead : texts.cardLead;
  return kind === 'plan' ? `${texts.bankLead} ${texts.planBankLead}` : texts.bankLead;
}
