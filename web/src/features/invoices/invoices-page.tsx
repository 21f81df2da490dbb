import { useState } from 'react';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CsvLinks } from '../../ui/csv-links.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { monthBeside } from '../usage/balance.ts';
import { documentTexts } from './texts.ts';

const MONTHS = 24;

/** Invoices and credit notes for the accountant. */
export default function InvoicesPage() {
  const texts = useTexts(documentTexts);
  return (
    <Page title={texts.invoices} lead={texts.invoicesLead}>
      <div className="cards">
        <MonthlyExport />
        <QuarterlyExport />
      </div>
    </Page>
  );
}

/** The documents of one month in one file. The month that has ended is what an accountant asks for. */
function MonthlyExport() {
  const texts = useTexts(documentTexts);
  const format = useFormat();
  const months = monthsBefore(Date.now());
  const [month, setMonth] = useState(months[1]!);
  return (
    <Card title={texts.accountant}>
      <p className="muted">{texts.accountantLead}</p>
      <div className="row at-field">
        <SelectField label={texts.month} value={month} onChange={({ target }) => setMonth(target.value)}>
          <Options of={months.map((one) => [one, format.month(one)])} />
        </SelectField>
        <CsvLinks className="button" path="/api/operator/documents.zip" query={{ month }} text={texts.download} />
      </div>
    </Card>
  );
}

/** Sales to persons elsewhere in the EU, for a seller who declares them in the one-stop shop. */
function QuarterlyExport() {
  const texts = useTexts(documentTexts);
  const quarters = [...new Set(monthsBefore(Date.now()).map(quarterOf))];
  const [quarter, setQuarter] = useState(quarters[1]!);
  return (
    <Card title={texts.oss}>
      <p className="muted">{texts.ossLead}</p>
      <div className="row at-field">
        <SelectField label={texts.quarter} value={quarter} onChange={({ target }) => setQuarter(target.value)}>
          <Options of={quarters.map((one) => [one, one.replace('-', ' ')])} />
        </SelectField>
        <CsvLinks
          className="button"
          path="/api/operator/documents/oss.csv"
          query={{ quarter }}
          text={texts.downloadOss}
        />
      </div>
    </Card>
  );
}

const quarterOf = (month: string): string => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`;

/** Newest first, in Prague as the documents. */
function monthsBefore(nowMs: number): readonly string[] {
  const options = { timeZone: 'Europe/Prague', year: 'numeric', month: '2-digit' } as const;
  const months = [new Intl.DateTimeFormat('sv-SE', options).format(nowMs)];
  while (months.length < MONTHS) months.push(monthBeside(months.at(-1)!, -1));
  return months;
}
