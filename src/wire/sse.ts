/** Server-Sent Events as this service writes and reads them. */
import { createParser } from 'eventsource-parser';

export const frame = (json: string): string => `data: ${json}\n\n`;

export const DONE = 'data: [DONE]\n\n';

/** A comment with one line end: with two, some clients see an empty event and fail. */
export const PING = ': ping\n';

/** An event larger than its limit: the peer is broken or hostile. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
}

/**
 * Yields the data of events, in lists of those that have come together. Comments, `event:`, `id:` and `retry:` are passed over, so a peer that only sends
 * heartbeats yields nothing. An event without its closing blank line is not an event.
 */
export async function* sseData(
  body: AsyncIterable<Uint8Array>,
  eventBytesMax: number,
): AsyncGenerator<readonly string[], void> {
  // The parser drops the one BOM that may be at the beginning; a decoder that did so too would drop a second one.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let ready: string[] = [];
  let pendingBytes = 0;
  let isTooLarge = false;
  const parser = createParser({
    // Counts also what follows a whole event in the same piece, which `pendingBytes` does not see.
    maxBufferSize: eventBytesMax,
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') isTooLarge = true;
    },
    onEvent: (event) => {
      if (event.data.length > eventBytesMax) isTooLarge = true;
      else if (!isTooLarge) ready.push(event.data);
      pendingBytes = 0;
    },
  });
  for await (const bytes of body) {
    pendingBytes += bytes.length;
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (ready.length > 0) {
      const together = ready;
      ready = [];
      yield together;
    }
    if (isTooLarge || pendingBytes > eventBytesMax) {
      throw new EventTooLarge(`An event is larger than ${eventBytesMax} bytes.`);
    }
  }
}
