/** Every request of the period: filters, the list, and the file with the same rows. */

import { Link } from 'wouter';
import type { RequestRow, RequestsQuery, RequestsView } from '../../../../src/features/usage/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CardTable, type Column, LongName, TwoLines } from '../../ui/card-table.tsx';
import { CsvLinks } from '../../ui/csv-links.tsx';
import { Card, Empty, Skeleton } from '../../ui/page.tsx';
import { hasFilter, type UsageChoice } from './choice.ts';
import { RequestCost } from './request-cost.tsx';
import { RequestFilters } from './request-filters.tsx';
import type { RequestPages } from './request-pages.ts';
import { Outcome, PaidFrom, TokenCount } from './request-parts.tsx';
import { usageTexts } from './texts.ts';

type RequestListProps = {
  readonly choice: UsageChoice;
  readonly change: (changed: Partial<UsageChoice>) => void;
  readonly query: RequestsQuery;
  readonly list: RequestPages;
};

/** That it could not be loaded is said by the page. */
export function RequestList({ choice, change, query, list }: RequestListProps) {
  const texts = useTexts(usageTexts);
  const actions = (
    <div className="row">
      <button type="button" className="button compact" disabled={list.isBusy} onClick={list.refresh}>
        {texts.refresh}
      </button>
      <CsvLinks path="/api/requests.csv" query={query} text={texts.csv} />
    </div>
  );
  return (
    <Card title={texts.list} actions={actions}>
      <RequestFilters choice={choice} change={change} />
      {list.pages ? (
        <Rows choice={choice} change={change} list={list} pages={list.pages} />
      ) : (
        !list.error && <Skeleton lines={8} />
      )}
    </Card>
  );
}

type Changing = Pick<RequestListProps, 'choice' | 'change'>;

type RowsProps = Changing & {
  readonly list: RequestPages;
  readonly pages: readonly RequestsView[];
};

function Rows({ choice, change, list, pages }: RowsProps) {
  const rows = pages.flatMap(({ requests }) => requests);
  if (rows.length === 0 && !list.hasMore) return <Nothing choice={choice} change={change} />;
  return (
    <>
      {rows.length > 0 && <Table rows={rows} />}
      <More list={list} last={pages.at(-1)!} isEmpty={rows.length === 0} />
    </>
  );
}

function Nothing({ choice, change }: Changing) {
  const texts = useTexts(usageTexts);
  if (!hasFilter(choice)) return <Empty title={texts.nothing}>{texts.nothingLead}</Empty>;
  const clear = () => change({ model: undefined, key: undefined, outcome: undefined, search: undefined });
  return (
    <Empty
      title={texts.noMatch}
      action={
        <button type="button" className="button" onClick={clear}>
          {texts.clearFilters}
        </button>
      }
    >
      {texts.noMatchLead}
    </Empty>
  );
}

function Table({ rows }: { readonly rows: readonly RequestRow[] }) {
  const format = useFormat();
  const brief = (row: RequestRow) => (
    <>
      <span>
        {format.day(row.atMs)} {format.hour(row.atMs)}
      </span>
      <span className="brief-name">{row.model}</span>
      <span className="brief-end">
        {row.outcome === 'free' ? <Outcome outcome="free" /> : <RequestCost row={row} />}
      </span>
    </>
  );
  return <CardTable className="requests" columns={useColumns()} rows={rows} keyOf={({ id }) => id} brief={brief} />;
}

function useColumns(): readonly Column<RequestRow>[] {
  const texts = useTexts(usageTexts);
  const format = useFormat();
  return [
    { label: texts.time, cell: (row) => <ReceiptLink row={row} /> },
    { label: texts.model, cell: ({ model }) => model },
    { label: texts.key, kind: 'name', cell: ({ keyName }) => <LongName text={keyName} /> },
    {
      label: texts.input,
      kind: 'number',
      cell: (row) => <TokenCount count={row.inputTokens} part={row.cachedInputTokens} partText={texts.cached} />,
    },
    {
      label: texts.output,
      kind: 'number',
      cell: (row) => <TokenCount count={row.outputTokens} part={row.reasoningTokens} partText={texts.reasoning} />,
    },
    { label: texts.cost, kind: 'number', cell: (row) => <RequestCost row={row} /> },
    { label: texts.paidBy, kind: 'words', cell: (row) => <PaidFrom row={row} /> },
    {
      label: texts.duration,
      kind: 'number',
      cell: ({ durationMs, firstEventMs }) => (
        <TwoLines second={firstEventMs !== null && texts.firstAfter(format.duration(firstEventMs))}>
          {durationMs === null ? '–' : format.duration(durationMs)}
        </TwoLines>
      ),
    },
    {
      label: texts.outcome,
      kind: 'words',
      cell: ({ outcome, freeReason }) => (
        <TwoLines second={freeReason && texts.freeReasons[freeReason]}>
          <Outcome outcome={outcome} />
        </TwoLines>
      ),
    },
  ];
}

function ReceiptLink({ row }: { readonly row: RequestRow }) {
  const format = useFormat();
  return (
    <Link href={`/requests/${encodeURIComponent(row.id)}`} title={format.dateTime(row.atMs)}>
      {format.day(row.atMs)} {format.hour(row.atMs)}
    </Link>
  );
}

type MoreProps = { readonly list: RequestPages; readonly last: RequestsView; readonly isEmpty: boolean };

/** A page may be short, even empty, and still not be the last: then it says how far it looked. */
function More({ list, last, isEmpty }: MoreProps) {
  const texts = useTexts(usageTexts);
  const format = useFormat();
  if (!list.hasMore) return <p className="muted small more">{texts.allShown}</p>;
  const searched = texts.searchedTo(format.dateTime(last.searchedToMs));
  return (
    <div className="row more" role="status">
      <span className="muted small">{isEmpty ? `${texts.nothingYet} ${searched}` : searched}</span>
      <button type="button" className="button" disabled={list.isBusy} onClick={list.loadMore}>
        {last.requests.length > 0 ? texts.loadMore : texts.searchFurther}
      </button>
    </div>
  );
}
