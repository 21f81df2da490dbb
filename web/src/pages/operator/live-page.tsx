/** Requests as they end. The browser connects again by itself when the server restarts. */
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { FeedEntry } from '../../../../src/wire/operator-api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorServiceTexts } from '../../texts/operator-service.ts';
import { Badge, Card, Empty, Page } from '../../ui/page.tsx';
import { withEntry } from './feed.ts';

export function LivePage() {
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
  const texts = useTexts(operatorServiceTexts).live;
  return (
    <table className="card-table requests">
      <thead>
        <tr>
          <th scope="col">{texts.time}</th>
          <th scope="col">{texts.status}</th>
          <th scope="col">{texts.account}</th>
          <th scope="col">{texts.key}</th>
          <th scope="col">{texts.model}</th>
          <th scope="col" className="number">
            {texts.input}
          </th>
          <th scope="col" className="number">
            {texts.output}
          </th>
          <th scope="col" className="number">
            {texts.cost}
          </th>
          <th scope="col" className="number">
            {texts.duration}
          </th>
        </tr>
      </thead>
      <tbody>
        {of.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry }: { readonly entry: FeedEntry }) {
  const texts = useTexts(operatorServiceTexts).live;
  const format = useFormat();
  const count = (value: number | null) => (value === null ? '–' : format.count(value));
  const { accountId } = entry;
  return (
    <tr>
      <td className="lead-cell">{format.dateTime(entry.atMs)}</td>
      <td data-label={texts.status}>
        <Badge kind={entry.status < 400 ? 'good' : entry.status < 500 ? 'warn' : 'bad'}>{entry.status}</Badge>
      </td>
      <td data-label={texts.account} className="name-cell">
        {accountId ? (
          <Link href={`/operator/customers/${encodeURIComponent(accountId)}`} title={accountId}>
            <span>{accountId}</span>
          </Link>
        ) : (
          '–'
        )}
      </td>
      <td data-label={texts.key} className="name-cell">
        <span title={entry.keyName ?? ''}>{entry.keyName ?? '–'}</span>
      </td>
      <td data-label={texts.model}>{entry.model ?? '–'}</td>
      <td data-label={texts.input} className="number">
        {count(entry.inputTokens)}
      </td>
      <td data-label={texts.output} className="number">
        {count(entry.outputTokens)}
      </td>
      <td data-label={texts.cost} className="number">
        {entry.czk === null ? '–' : format.czk(entry.czk)}
      </td>
      <td data-label={texts.duration} className="number">
        {format.duration(entry.durationMs)}
      </td>
    </tr>
  );
}
