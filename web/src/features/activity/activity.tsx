/** The activity log: what members of the account did, to read, to filter and to take away. */
import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { Link } from 'wouter';
import type { ActivityArea, ActivityEntry, ActivityView } from '../../../../src/features/activity/contract.ts';
import { useMay } from '../../acting.ts';
import { type ApiError, call, useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { useServiceWords } from '../../service-words.ts';
import { actionKinds } from '../../texts/action-kinds.ts';
import { Address } from '../../ui/address.tsx';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { CsvLinks } from '../../ui/csv-links.tsx';
import { Options, SelectField, TextField } from '../../ui/field.tsx';
import { Card, Empty, Page } from '../../ui/page.tsx';
import { NoMatch, PagedList } from '../../ui/paged-list.tsx';
import { Ago } from '../../ui/when.tsx';
import { addDays, isDay, startOfDay, viewerZone } from '../usage/period.ts';
import { activityTexts } from './texts.ts';

const AREAS = ['keys', 'members', 'billing', 'tokens', 'webhooks', 'domains', 'sign-in'] as const;

type Choice = {
  readonly memberId?: string;
  readonly area?: ActivityArea;
  /** Days of the viewer's calendar, both included. */
  readonly from?: string;
  readonly to?: string;
};

type Query = {
  readonly memberId?: string | undefined;
  readonly area?: ActivityArea | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
};

function queryOf({ memberId, area, from, to }: Choice): Query {
  const zone = viewerZone();
  return {
    memberId,
    area,
    fromMs: isDay(from) ? startOfDay(from, zone) : undefined,
    toMs: isDay(to) ? startOfDay(addDays(to, 1), zone) : undefined,
  };
}

type Key = readonly ['activity', Query, string | undefined];

function useActivity(query: Query) {
  const keyOf = (index: number, earlier: ActivityView | null): Key | null => {
    if (index === 0) return ['activity', query, undefined];
    return earlier?.next ? ['activity', query, earlier.next] : null;
  };
  return useSWRInfinite<ActivityView, ApiError>(
    keyOf,
    ([, asked, before]: Key) => call('GET /api/activity', { query: { ...asked, before } }),
    { shouldRetryOnError: false, revalidateFirstPage: false, keepPreviousData: true },
  );
}

export default function Activity() {
  const texts = useTexts(activityTexts);
  const may = useMay();
  const [choice, setChoice] = useState<Choice>({});
  const query = queryOf(choice);
  const pages = useActivity(query);
  const isFiltered = Object.values(choice).some(Boolean);
  const none = isFiltered ? (
    <NoMatch texts={texts} onAll={() => setChoice({})} />
  ) : (
    <Empty title={texts.empty}>{texts.emptyLead}</Empty>
  );
  const file = <CsvLinks path="/api/activity.csv" query={query} text={texts.csv} />;
  return (
    <Page title={texts.title} lead={texts.lead} actions={file}>
      <Card>
        <Filters choice={choice} onChoice={setChoice} />
        <PagedList pages={pages} rowsOf={({ entries }) => entries} none={none} more={texts.more}>
          {(rows) => <Entries rows={rows} />}
        </PagedList>
      </Card>
      {may('manage-webhooks') && <Link href="/webhooks">{texts.webhooks}</Link>}
    </Page>
  );
}

type FiltersProps = { readonly choice: Choice; readonly onChoice: (choice: Choice) => void };

function Filters({ choice, onChoice }: FiltersProps) {
  const texts = useTexts(activityTexts);
  const members = useApi('GET /api/members').data?.members ?? [];
  const change = (changed: Choice) => onChoice({ ...choice, ...changed });
  return (
    <div className="filters">
      <SelectField
        label={texts.member}
        value={choice.memberId ?? ''}
        onChange={(event) => change({ memberId: event.target.value })}
      >
        <option value="">{texts.all}</option>
        <Options of={members.map(({ id, email }) => [id, email])} />
      </SelectField>
      <SelectField
        label={texts.area}
        value={choice.area ?? ''}
        onChange={(event) => {
          const area = AREAS.find((one) => one === event.target.value);
          const { area: _, ...others } = choice;
          onChoice({ ...others, ...(area && { area }) });
        }}
      >
        <option value="">{texts.all}</option>
        <Options of={AREAS.map((area) => [area, texts.areas[area]])} />
      </SelectField>
      <TextField
        label={texts.from}
        type="date"
        max={choice.to}
        value={choice.from ?? ''}
        onChange={(event) => change({ from: event.target.value })}
      />
      <TextField
        label={texts.to}
        type="date"
        min={choice.from}
        value={choice.to ?? ''}
        onChange={(event) => change({ to: event.target.value })}
      />
    </div>
  );
}

function Entries({ rows }: { readonly rows: readonly ActivityEntry[] }) {
  const texts = useTexts(activityTexts);
  const kinds = useTexts(actionKinds);
  const words = useServiceWords();
  const columns: readonly Column<ActivityEntry>[] = [
    { label: texts.time, cell: ({ atMs }) => <Ago atMs={atMs} /> },
    { label: texts.what, isOnLine: true, cell: ({ action }) => kinds[action] },
    { label: texts.member, kind: 'name', cell: ({ actor }) => <Address email={words.actor(actor)} /> },
    { label: texts.details, cell: (entry) => <Details of={entry} /> },
  ];
  return <CardTable columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

function Details({ of: { details, action, id } }: { readonly of: ActivityEntry }) {
  const texts = useTexts(activityTexts);
  const kinds = useTexts(actionKinds);
  if (Object.keys(details).length === 0) return '–';
  return (
    <details>
      <summary aria-label={`${texts.details}: ${kinds[action]} ${id}`}>{texts.details}</summary>
      <code className="log-states">{JSON.stringify(details, null, 1)}</code>
    </details>
  );
}
