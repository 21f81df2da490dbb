/** A month as a document: what there was, what came, what was used, what is left. */

import { Link } from 'wouter';
import type { StatementView } from '../../../../src/features/usage/contract.ts';
import { useApi } from '../../api.ts';
import { type Format, useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CsvLinks } from '../../ui/csv-links.tsx';
import { Card, Empty, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { balanceOf, isMonth, monthBeside } from './balance.ts';
import { Invoices } from './invoices.tsx';
import { Movements } from './movements.tsx';
import { PrintButton } from './print.tsx';
import { statementTexts } from './statement-texts.ts';
import { UsageByModel } from './usage-by-model.tsx';

export default function Statement({ month }: { readonly month: string }) {
  const texts = useTexts(statementTexts);
  const format = useFormat();
  const isReal = isMonth(month);
  const file = `/api/statements/${month}/csv`;
  const { data, error, mutate } = useApi(isReal ? 'GET /api/statements/{month}' : null, { params: { month } });
  const isGone = !isReal || error?.code === 'not_found';
  return (
    <Page
      title={isReal ? texts.title(format.month(month)) : texts.untitled}
      lead={
        <Link className="no-print" href="/billing/documents">
          {texts.back}
        </Link>
      }
      actions={
        data && (
          <>
            <CsvLinks className="button" path={file} text={texts.csv} />
            <PrintButton />
          </>
        )
      }
    >
      {isGone && (
        <Card>
          <Empty title={texts.gone}>{texts.goneLead}</Empty>
        </Card>
      )}
      {!isGone && <Problem error={error} retry={() => void mutate()} />}
      {data && <Document statement={data} />}
      {!data && !error && isReal && (
        <Card>
          <Skeleton lines={12} />
        </Card>
      )}
      {isReal && <Neighbours month={month} />}
    </Page>
  );
}

/** Only months that have a statement. */
function Neighbours({ month }: { readonly month: string }) {
  const texts = useTexts(statementTexts);
  const format = useFormat();
  const months = useApi('GET /api/statements').data?.months ?? [];
  const before = monthBeside(month, -1);
  const after = monthBeside(month, 1);
  return (
    <div className="neighbours no-print">
      {months.includes(before) && (
        <Link className="button" href={`/statements/${before}`}>
          <span className="visually-hidden">{texts.previous}: </span>← {format.month(before)}
        </Link>
      )}
      <span className="grow" />
      {months.includes(after) && (
        <Link className="button" href={`/statements/${after}`}>
          <span className="visually-hidden">{texts.next}: </span>
          {format.month(after)} →
        </Link>
      )}
    </div>
  );
}

function Document({ statement }: { readonly statement: StatementView }) {
  const texts = useTexts(statementTexts);
  const format = useFormat();
  const service = useApi('GET /api/service').data?.name;
  return (
    <>
      {!statement.isFinal && (
        <p className="notice warn" role="status">
          {texts.notFinal}
        </p>
      )}
      <dl className="document-head">
        {service && (
          <>
            <dt>{texts.service}</dt>
            <dd>{service}</dd>
          </>
        )}
        <dt>{texts.account}</dt>
        <dd>{statement.email}</dd>
        <dt>{texts.period}</dt>
        <dd>{periodText(statement, texts.periodText, format)}</dd>
        {statement.priceGroups.length > 0 && (
          <>
            <dt>{texts.priceGroup}</dt>
            <dd>{statement.priceGroups.join(', ')}</dd>
          </>
        )}
      </dl>
      <Card title={texts.balance}>
        <Balance statement={statement} />
      </Card>
      <Invoices statement={statement} />
      <Card title={texts.movements}>
        <Movements movements={statement.movements} />
      </Card>
      <Card title={texts.usage}>
        <UsageByModel statement={statement} />
      </Card>
    </>
  );
}

/** The month is one of Prague: its days are taken from its name, not from moments that may be other days elsewhere. */
function periodText({ month }: StatementView, write: (from: string, to: string) => string, format: Format): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return write(format.date(new Date(year, number - 1, 1).getTime()), format.date(new Date(year, number, 0).getTime()));
}

function Balance({ statement }: { readonly statement: StatementView }) {
  const texts = useTexts(statementTexts);
  const format = useFormat();
  const balance = balanceOf(statement);
  const rows = [
    [texts.opening, balance.openingCzk],
    [texts.moved, balance.movedCzk],
    [texts.charged, balance.chargedCzk],
  ] as const;
  return (
    <>
      <table className="sums">
        <tbody>
          {rows.map(([label, czk]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="number">{format.exactCzk(czk)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="last-sum">
            <th scope="row">{texts.closing}</th>
            <td className="number">{format.exactCzk(balance.closingCzk)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="muted small">{texts.arithmetic}</p>
    </>
  );
}
