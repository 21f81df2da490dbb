/** Server-Sent Events as this service writes and reads them. */
import { createParser, type EventSourceParser } from 'eventsource-parser';

export const frame = (json: string): string => `data: ${json}\n\n`;

export const DONE = 'data: [DONE]\n\n';

/** A comment with one line end: with two, some clients see an empty event and fail. */
export const PING = ': ping\n';
export const PING_BYTES = new TextEncoder().encode(PING);

/** An event larger than its limit: the peer is broken or hostile. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
}

/**
 * Bytes → the data of events. Comments, `event:`, `id:` and `retry:` are passed over, so a peer that only sends
 * heartbeats yields nothing. An event without its closing blank line is not an event.
 */
export class SseReader {
  // The parser drops the one BOM that may be at the beginning; a decoder that did so too would drop a second one.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #eventBytesMax: number;
  readonly #parser: EventSourceParser;
  #ready: string[] = [];
  #pendingBytes = 0;
  #isTooLarge = false;

  constructor(eventBytesMax: number) {
    this.#eventBytesMax = eventBytesMax;
    this.#parser = createParser({
      // Counts also what follows a whole event in the same piece, which `#pendingBytes` does not see.
      maxBufferSize: eventBytesMax,
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') this.#isTooLarge = true;
      },
      onEvent: ({ data }) => {
        if (data.length > eventBytesMax) this.#isTooLarge = true;
        else if (!this.#isTooLarge) this.#ready.push(data);
        this.#pendingBytes = 0;
      },
    });
  }

  /** The data of the events that are whole now. To be followed by `refuseTooLarge`, once they were passed on. */
  feed(bytes: Uint8Array): readonly string[] {
    this.#pendingBytes += bytes.length;
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
    if (this.#ready.length === 0) return NO_EVENTS;
    const together = this.#ready;
    this.#ready = [];
    return together;
  }

  refuseTooLarge(): void {
    const max = this.#eventBytesMax;
    if (this.#isTooLarge || this.#pendingBytes > max) {
      throw new EventTooLarge(`An event is larger than ${max} bytes.`);
    }
  }
}

const NO_EVENTS: readonly string[] = [];

/** Yields the data of events, in lists of those that have come together. */
export async function* sseData(
  body: AsyncIterable<Uint8Array>,
  eventBytesMax: number,
): AsyncGenerator<readonly string[], void> {
  const reader = new SseReader(eventBytesMax);
  for await (const bytes of body) {
    const together = reader.feed(bytes);
    if (together.length > 0) yield together;
    reader.refuseTooLarge();
  }
}
