/** Reads a request body within its limits: of size before and while reading, of time, and of form. */
import { ServiceError } from '../../core/errors.ts';
import type { Limits } from '../../core/limits.ts';
import { Deadline, LongWaits } from '../../lib/deadline.ts';

/** The room of one body. */
export type BodyRoom = {
  /** Makes room for so many bytes in all; throws a 429 if there is none. */
  grow(bytes: number): void;
  close(): void;
};

type BodyLimits = Pick<Limits, 'bodyBytesMax' | 'bodyMs'>;

/** Where there is a `room`, it grows with the body, and refuses what it has no place for. */
export async function readBody(
  request: Request,
  limits: BodyLimits,
  room?: Pick<BodyRoom, 'grow'>,
): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > limits.bodyBytesMax) throw tooLarge(limits);
  refuseOtherForms(request.headers);
  if (announced !== null) room?.grow(Number(announced));
  // A body of a known length is taken whole: merely looking at `request.body` makes a stream of it.
  return inTime(announced === null ? readUpTo(request.body, { limits, room }) : request.bytes(), limits);
}

/** The deadlines of all bodies that are on their way. */
const LONG_WAITS = new LongWaits(() => performance.now());

function inTime(body: Promise<Uint8Array>, limits: BodyLimits): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const deadline = new Deadline(() => reject(tooSlow(limits)), LONG_WAITS);
    deadline.set(limits.bodyMs);
    const over =
      <T>(settle: (value: T) => void) =>
      (value: T) => {
        deadline.clear();
        settle(value);
      };
    body.then(over(resolve), over(reject));
  });
}

/** A body without an announced length is counted as it comes. One that is too large is left for others to discard. */
async function readUpTo(
  body: ReadableStream<Uint8Array> | null,
  { limits, room }: { readonly limits: BodyLimits; readonly room: Pick<BodyRoom, 'grow'> | undefined },
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const reader = body?.getReader();
  let size = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    size += next.value.length;
    try {
      if (size > limits.bodyBytesMax) throw tooLarge(limits);
      room?.grow(size);
    } catch (refused) {
      reader?.releaseLock();
      throw refused;
    }
    pieces.push(next.value);
  }
  return Buffer.concat(pieces);
}

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

/** A repeated header arrives joined by a comma, so it does not match either. */
function refuseOtherForms(headers: Headers): void {
  const type = headers.get('content-type');
  if (type === null || !JSON_TYPE.test(type)) {
    throw new ServiceError('unsupported_content_type', 'Send the request body with Content-Type: application/json.');
  }
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported_content_type', 'Send the request body without Content-Encoding.');
  }
}

const tooLarge = ({ bodyBytesMax }: BodyLimits): ServiceError =>
  new ServiceError('request_too_large', `The request body is larger than ${bodyBytesMax} bytes.`);

const tooSlow = ({ bodyMs }: BodyLimits): ServiceError =>
  new ServiceError('body_too_slow', `The request body did not arrive within ${bodyMs / 1000} seconds.`);
