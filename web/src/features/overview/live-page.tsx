/** Requests as they end. The browser connects again by itself when the server restarts. */
import { useEffect, useRef, useState } from 'react';
import type { FeedEntry } from '../../../../src/features/overview/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CardTable, type Column, LongName, TwoLines } from '../../ui/card-table.tsx';
import { Badge, Card, Empty, Page } from '../../ui/page.tsx';
import { Ago, AgoText } from '../../ui/when.tsx';
import { CustomerLink, useEmails } from '../customers/customer-link.tsx';
import { usePaid } from '../usage/request-cost.tsx';
import { withEntry } from './feed.ts';
import { operatorServiceTexts } from './service-texts.ts';

export default function LivePage() {
  const texts = useTexts(operatorServiceTexts).live;
  const { entries, isConnected, isPaused, setIsPaused } = useFeed();
  const state = isPaused ? texts.paused : isConnected ? texts.connected : texts.connecting;
  const actions = (
    <>
      <span role="status">
        <Badge kind={isConnected && !isPaused ? 'good' : 'warn'}>{state}</Badge>
      </span>
      <button type="button" className="button compact" onClick={() => setIsPaused(!isPaused)}>
        {isPaused ? texts.resume : texts.pause}
      </button>
    </>
  );
  return (
    <Page title={texts.title} lead={texts.lead} actions={actions}>
      <Card>{entries.length === 0 ? <Empty title={texts.empty}>{texts.emptyLead}</Empty> : <Feed of={entries} />}</Card>
    </Page>
  );
}

function useFeed() {
  const [entries, setEntries] = useState<readonly FeedEntry[]>([]);
  const [isConnected, setIsConnected] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const paused = useRef(false);
  const missed = useRef<readonly FeedEntry[]>([]);
  useEffect(() => {
    paused.current = isPaused;
    if (isPaused) return;
    // What has ended while the list stood still comes now.
    const late = missed.current;
    missed.current = [];
    if (late.length > 0) setEntries((before) => late.toReversed().reduce(withEntry, before));
  }, [isPaused]);
  useEffect(() => {
    const source = new EventSource('/api/operator/feed');
    source.onopen = () => setIsConnected(true);
    source.onerror = () => setIsConnected(false);
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const entry = JSON.parse(data) as FeedEntry;
      if (paused.current) missed.current = withEntry(missed.current, entry);
      else setEntries((before) => withEntry(before, entry));
    };
    return () => source.close();
  }, []);
  return { entries, isConnected, isPaused, setIsPaused };
}

function Feed({ of }: { readonly of: readonly FeedEntry[] }) {
  const emails = useEmails(of.map(({ accountId }) => accountId));
  const brief = ({ atMs, model, status }: FeedEntry) => (
    <>
      <AgoText atMs={atMs} />
      <span className="brief-name">{model ?? '–'}</span>
      <span className="brief-end">
        <Badge kind={kindOf(status)}>{status}</Badge>
      </span>
    </>
  );
  return <CardTable className="requests" columns={useColumns(emails)} rows={of} keyOf={({ id }) => id} brief={brief} />;
}

function useColumns(emails: Readonly<Record<string, string>>): readonly Column<FeedEntry>[] {
  const texts = useTexts(operatorServiceTexts).live;
  const format = useFormat();
  const paid = usePaid();
  const count = (value: number | null) => (value === null ? '–' : format.count(value));
  return [
    { label: texts.time, cell: ({ atMs }) => <Ago atMs={atMs} /> },
    {
      label: texts.status,
      cell: ({ status, reason }) => (
        <TwoLines second={reason && <span className="reason">{reason}</span>}>
          <Badge kind={kindOf(status)}>{status}</Badge>
        </TwoLines>
      ),
    },
    {
      label: texts.account,
      kind: 'name',
      cell: ({ accountId }) => (accountId ? <CustomerLink id={accountId} emails={emails} /> : '–'),
    },
    { label: texts.key, kind: 'name', cell: ({ keyName }) => <LongName text={keyName ?? '–'} /> },
    { label: texts.model, cell: ({ model }) => model ?? '–' },
    { label: texts.input, kind: 'number', cell: ({ inputTokens }) => count(inputTokens) },
    { label: texts.output, kind: 'number', cell: ({ outputTokens }) => count(outputTokens) },
    {
      label: texts.cost,
      kind: 'number',
      cell: ({ czk, coveredTokens }) => (czk === null ? '–' : paid({ czk, coveredTokens: coveredTokens ?? 0 })),
    },
    { label: texts.duration, kind: 'number', cell: ({ durationMs }) => format.duration(durationMs) },
  ];
}

const kindOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad');
