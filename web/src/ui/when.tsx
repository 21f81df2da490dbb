import { useState } from 'react';
import { useFormat } from '../format.ts';

type AgoProps = {
  readonly atMs: number;
  /** The sentence around it, such as "used 3 hours ago". */
  readonly say?: (when: string) => string;
};

const asItIs = (when: string) => when;

/** A moment that has passed, as people say it. Pointing at it, pressing it or arriving by keyboard shows the exact time. */
export function Ago({ atMs, say = asItIs }: AgoProps) {
  const format = useFormat();
  const [isExact, setIsExact] = useState(false);
  const exact = format.dateTime(atMs);
  const moment = new Date(atMs).toISOString();
  return (
    <button
      type="button"
      className={isExact ? 'when exact' : 'when'}
      title={exact}
      onClick={() => setIsExact(!isExact)}
      onBlur={() => setIsExact(false)}
    >
      <time className="when-ago" dateTime={moment}>
        {say(format.ago(atMs))}
      </time>
      <time className="when-exact" dateTime={moment}>
        {say(exact)}
      </time>
    </button>
  );
}

/** The same within a button or a link, which leads to the exact time. */
export function AgoText({ atMs }: { readonly atMs: number }) {
  const format = useFormat();
  return (
    <time className="one-line" dateTime={new Date(atMs).toISOString()} title={format.dateTime(atMs)}>
      {format.ago(atMs)}
    </time>
  );
}
