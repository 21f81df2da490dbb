/**
 * A file that is made while it is read. The reader pulls, so a slow one costs no memory, and one that leaves or stops
 * reading ends the making. A failure breaks the connection, so half a file is never taken for a whole one.
 */
import { serviceNames } from '../../core/service-names.ts';
import type { Platform } from '../platform.ts';
import type { Call } from './call.ts';
import { PRIVATE } from './page-route.ts';

type FileAnswer = {
  /** Without the service's name, with which the name of every file begins. */
  readonly name: string;
  readonly type: string;
  readonly pieces: AsyncGenerator<string | Uint8Array, void>;
};

export type SendFile = (call: Pick<Call, 'onStreamEnd'>, file: FileAnswer) => Response;

/** `writeStallMs`: the time for which the reader may leave written bytes unread. */
export function createSendFile(platform: Pick<Platform, 'serviceName' | 'log'>, writeStallMs: number): SendFile {
  // The reader hears only that the connection broke.
  const onFailure = (cause: unknown) => platform.log.error({ cause }, 'a file could not be finished');
  return ({ onStreamEnd }, { name: fileName, type, pieces }) =>
    new Response(streamOf(pieces, { onStreamEnd, writeStallMs, onFailure }), {
      headers: {
        ...PRIVATE,
        'content-type': type,
        'content-disposition': `attachment; filename="${serviceNames(platform.serviceName).slug}-${fileName}"`,
      },
    });
}

type Reading = Pick<Call, 'onStreamEnd'> & {
  readonly writeStallMs: number;
  readonly onFailure: (thrown: unknown) => void;
};

function streamOf(
  pieces: FileAnswer['pieces'],
  { onStreamEnd, writeStallMs, onFailure }: Reading,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stall: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  const end = () => {
    clearTimeout(stall);
    if (!hasEnded) onStreamEnd();
    hasEnded = true;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stall);
        try {
          const next = await pieces.next();
          if (next.done) {
            end();
            controller.close();
            return;
          }
          controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value);
        } catch (thrown) {
          end();
          onFailure(thrown);
          controller.error(thrown);
          return;
        }
        stall = setTimeout(() => {
          end();
          controller.error(new Error('The client does not read.'));
          void pieces.return();
        }, writeStallMs);
      },
      async cancel() {
        end();
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}
