import { type AnswerOptions, chunk, streamed } from './upstream-answers.ts';
import { type BodyStep, renderEvent, type Script, type Style } from './upstream-steps.ts';

/**
 * A stream whose content events add up to exactly `totalBytes` (which may be infinite), sent as fast as the client
 * reads and no faster, and then finished in the ordinary way. An event has at least about 200 bytes.
 */
export const flood =
  (size: FloodSize, options: AnswerOptions = {}): Script =>
  (request) => {
    const [head = [], role = [], ...ending] = streamed(request, { deltas: [], message: {} }, options);
    const render = (style: Style) =>
      floodPieces(size, (text) => renderEvent(JSON.stringify(chunk(request, { content: text })), style));
    const content: BodyStep = { type: 'body', render, length: size.totalBytes, isEvent: true };
    return [head, role, content, ...ending];
  };

/** For the service that gets a flood: it is longer than any answer may be, and would be ended. */
export const FLOOD_ENV = { BOREAL_LIMITS_OUTPUT_TOLERANCE_TOKENS: '1000000' } as const;

/** A stream with one content event of exactly this size. */
export const hugeEvent = (eventBytes: number, options: AnswerOptions = {}): Script =>
  flood({ totalBytes: eventBytes, eventBytes }, options);

export interface FloodSize {
  readonly totalBytes: number;
  readonly eventBytes: number;
}

type RenderText = (text: string) => string;

const BATCH_BYTES = 64 * 1024;

/** Small events are sent many to a piece and a large one in many pieces, so memory does not grow with either. */
function* floodPieces({ totalBytes, eventBytes }: FloodSize, renderText: RenderText): Iterable<Uint8Array> {
  const wrappingBytes = Buffer.byteLength(renderText(''));
  const size = Math.max(eventBytes, wrappingBytes + 1);
  if (totalBytes < size) throw new RangeError(`A flood of ${size}-byte events cannot have ${totalBytes} bytes.`);

  // The last event takes the remainder, so it may have up to twice the size of the others.
  const isEndless = !Number.isFinite(totalBytes);
  const remainder = isEndless ? 0 : totalBytes % size;
  let left = isEndless ? totalBytes : Math.floor(totalBytes / size);
  if (size <= BATCH_BYTES) {
    const event = renderText('x'.repeat(size - wrappingBytes));
    const perBatch = Math.floor(BATCH_BYTES / size);
    const batch = Buffer.from(event.repeat(perBatch));
    for (; left > perBatch; left -= perBatch) yield batch;
    if (left > 1) yield Buffer.from(event.repeat(left - 1));
  } else {
    for (; left > 1; left--) yield* largeEvent(size - wrappingBytes, renderText);
  }
  yield* largeEvent(size - wrappingBytes + remainder, renderText);
}

function* largeEvent(textBytes: number, renderText: RenderText): Iterable<Uint8Array> {
  const [before = '', after = ''] = renderText('\0').split('\\u0000');
  const filler = Buffer.alloc(BATCH_BYTES, 'x');
  yield Buffer.from(before);
  for (let left = textBytes; left > 0; left -= BATCH_BYTES) yield filler.subarray(0, Math.min(left, BATCH_BYTES));
  yield Buffer.from(after);
}
