/** One request in words and numbers that add up. Made to be printed, too. */

import { Fragment } from 'react';
import { Link } from 'wouter';
import type { ReceiptView } from '../../../../src/features/usage/contract.ts';
import { useApi } from '../../api.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { usePlanName } from '../../plan-names.ts';
import { potName } from '../../pot-name.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Card, Empty, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { PrintButton } from './print.tsx';
import { Processed } from './processed.tsx';
import { receiptTexts } from './receipt-texts.ts';
import { Outcome } from './request-parts.tsx';
import { usageTexts } from './texts.ts';

export default function Receipt({ id }: { readonly id: string }) {
  const texts = useTexts(receiptTexts);
  const { data, error, mutate } = useApi('GET /api/requests/{id}', { params: { id } });
  const actions = (
    <>
      <CopyButton text={data?.completionId ?? id} label={texts.copyId} />
      {data && <PrintButton />}
    </>
  );
  return (
    <Page
      title={texts.title}
      lead={
        <Link className="no-print" href="/usage">
          {texts.back}
        </Link>
      }
      actions={actions}
    >
      {error?.code === 'not_found' ? (
        <Card>
          <Empty title={texts.gone}>{texts.goneLead}</Empty>
        </Card>
      ) : (
        <Problem error={error} retry={() => void mutate()} />
      )}
      {data && <Details receipt={data} />}
      {!data && !error && (
        <Card>
          <Skeleton lines={10} />
        </Card>
      )}
    </Page>
  );
}

function Details({ receipt }: { readonly receipt: ReceiptView }) {
  const texts = useTexts(receiptTexts);
  const { freeReasons } = useTexts(usageTexts);
  const format = useFormat();
  const reason = receipt.freeReason ? freeReasons[receipt.freeReason] : '';
  return (
    <>
      <p className="sentence">{texts.said[receipt.outcome](costOf(), reason)}</p>
      <Card title={texts.processed}>
        <Processed receipt={receipt} />
      </Card>
      <div className="cards">
        <Card title={texts.paid}>
          <Payers receipt={receipt} />
        </Card>
        <Card title={texts.about}>
          <About receipt={receipt} />
        </Card>
      </div>
    </>
  );

  /** Tokens of plans and packages, credit, or both: what was really taken. */
  function costOf(): string {
    const covered = receipt.planTokens + receipt.packageTokens;
    const tokens = texts.tokens(covered, format.count(covered));
    if (covered === 0) return texts.ofCredit(format.exactCzk(receipt.czk));
    return isZeroCzk(receipt.czk) ? tokens : `${tokens} ${texts.and} ${texts.ofCredit(format.exactCzk(receipt.czk))}`;
  }
}

function Payers({ receipt }: { readonly receipt: ReceiptView }) {
  const texts = useTexts(receiptTexts);
  const format = useFormat();
  const planName = usePlanName();
  if (receipt.paidBy.length === 0) return <p>{texts.unpaid}</p>;
  return (
    <>
      <dl>
        {receipt.paidBy.map((part, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a receipt never change.
          <div key={i} className="contents">
            <dt>{part.pot === 'credit' ? texts.credit : potName(texts[part.pot], part.label, planName)}</dt>
            <dd>{'czk' in part ? format.exactCzk(part.czk) : texts.tokens(part.tokens, format.count(part.tokens))}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small">{texts.order}</p>
    </>
  );
}

function About({ receipt }: { readonly receipt: ReceiptView }) {
  const texts = useTexts(receiptTexts);
  const format = useFormat();
  const duration = (ms: number | null) => (ms === null ? '–' : format.duration(ms));
  return (
    <dl>
      <dt>{texts.completionId}</dt>
      <dd>
        <code>{receipt.completionId}</code>
      </dd>
      <dt>{texts.id}</dt>
      <dd>
        <code>{receipt.id}</code>
      </dd>
      <dt>{texts.time}</dt>
      <dd>{format.dateTime(receipt.atMs)}</dd>
      <dt>{texts.model}</dt>
      <dd>{receipt.model}</dd>
      <dt>{texts.key}</dt>
      <dd>{receipt.keyName}</dd>
      {receipt.endUser !== null && (
        <>
          <dt>{texts.endUser}</dt>
          <dd>{receipt.endUser}</dd>
        </>
      )}
      {Object.entries(receipt.metadata).map(([name, value]) => (
        <Fragment key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
      {receipt.structured !== null && (
        <>
          <dt>{texts.structured}</dt>
          <dd>{texts.structuredResults[receipt.structured]}</dd>
        </>
      )}
      {receipt.background !== null && (
        <>
          <dt>{texts.background}</dt>
          <dd>
            <code>{receipt.background}</code>
          </dd>
        </>
      )}
      <dt>{texts.outcome}</dt>
      <dd>
        <Outcome outcome={receipt.outcome} />
      </dd>
      <dt>{texts.first}</dt>
      <dd>{duration(receipt.firstEventMs)}</dd>
      <dt>{texts.duration}</dt>
      <dd>{duration(receipt.durationMs)}</dd>
      <AboutPrice receipt={receipt} />
    </dl>
  );
}

function AboutPrice({ receipt }: { readonly receipt: ReceiptView }) {
  const texts = useTexts(receiptTexts);
  const format = useFormat();
  return (
    <>
      <dt>{texts.priceVersion}</dt>
      <dd>{receipt.priceVersion}</dd>
      {receipt.tier !== 'default' && (
        <>
          <dt>{texts.tier}</dt>
          <dd>{texts.tierOf(receipt.tier, format.count(receipt.tierPercent ?? 100))}</dd>
        </>
      )}
      {receipt.priceGroup !== null && receipt.listPrice && (
        <>
          <dt>{texts.priceGroup}</dt>
          <dd>{receipt.priceGroup}</dd>
          <dt>{texts.listPrice}</dt>
          <dd>
            {texts.listPrices(
              format.exactCzk(receipt.listPrice.input),
              format.exactCzk(receipt.listPrice.cachedInput),
              format.exactCzk(receipt.listPrice.output),
              format.exactCzk(receipt.listPrice.reasoning),
            )}
          </dd>
        </>
      )}
    </>
  );
}
