/** Requests as they end, as an event stream: the last ones first, then each that follows. */
import { formatCzk } from '../../core/money.ts';
import type { Call } from '../../platform/http/call.ts';
import { frame, PING } from '../../platform/http/sse.ts';
import { STREAM_HEADERS } from '../../platform/http/stream-headers.ts';
import type { FeedEntry } from './contract.ts';
import type { FeedItem, RequestFeed } from './request-feed.ts';

export type LiveFeed = {
  readonly feed: RequestFeed;
  /** Fires when the server stops: it waits for answers, and this one would never end. */
  readonly feedEnd: AbortSignal;
  readonly pingMs: number;
};

/** A watcher who reads slower than requests end misses some rather than filling the memory. */
const UNREAD_MAX = 500;

export function feedResponse(call: Pick<Call, 'onStreamEnd'>, { feed, feedEnd, pingMs }: LiveFeed): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string) => {
          if ((controller.desiredSize ?? 0) > -UNREAD_MAX) controller.enqueue(encoder.encode(text));
        };
        const tell = (item: FeedItem) => write(frame(JSON.stringify(toView(item))));
        const unlisten = feed.listen(tell);
        const pings = setInterval(() => write(PING), pingMs);
        const end = () => {
          stop();
          controller.close();
        };
        stop = () => {
          unlisten();
          clearInterval(pings);
          feedEnd.removeEventListener('abort', end);
          call.onStreamEnd();
          stop = () => {};
        };
        feedEnd.addEventListener('abort', end);
        // Something at once, so that the page knows it is connected.
        write(PING);
        for (const item of feed.recent()) tell(item);
        if (feedEnd.aborted) end();
      },
      cancel: () => stop(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: STREAM_HEADERS });
}

const toView = ({ requestId, settled, note, ...item }: FeedItem): FeedEntry => ({
  id: requestId,
  atMs: item.atMs,
  accountId: note.accountId ?? null,
  keyName: item.keyName ?? null,
  model: note.model ?? null,
  status: item.status,
  reason: item.reason ?? null,
  durationMs: Math.round(item.durationMs),
  inputTokens: settled?.usage.inputTokens ?? null,
  outputTokens: settled?.usage.outputTokens ?? null,
  czk: settled ? formatCzk(settled.cost) : null,
  coveredTokens: settled ? Number(settled.coveredTokens) : null,
});
