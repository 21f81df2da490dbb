import { useFormat } from '../format.ts';

/** A moment that has passed, as people say it; pointing at it shows the exact time. */
export function Ago({ atMs }: { readonly atMs: number }) {
  const format = useFormat();
  return (
    <time className="one-line" dateTime={new Date(atMs).toISOString()} title={format.dateTime(atMs)}>
      {format.ago(atMs)}
    </time>
  );
}
