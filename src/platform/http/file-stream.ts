/**
 * A file that is made while it is read. The reader pulls, so a slow one costs no memory, and one that leaves or stops
 * reading ends the making. A failure breaks the connection, so half a file is never taken for a whole one.
 */
import type { Call } from './call.ts';
import { PRIVATE } from './page-route.ts';

/** How this service answers with files. */
export type FileRules = {
  /** The name of every file begins with it. */
  readonly filePrefix: string;
  /** How long the reader may leave written bytes unread. */
  readonly writeStallMs: number;
  /** Hears of it, because the reader hears only that the connection broke. */
  readonly onFailure: (thrown: unknown) => void;
};

type FileAnswer = FileRules & {
  readonly name: string;
  readonly type: string;
  readonly pieces: AsyncGenerator<string | Uint8Array, void>;
};

export function fileResponse(call: Pick<Call, 'onStreamEnd'>, file: FileAnswer): Response {
  const disposition = `attachment; filename="${file.filePrefix}-${file.name}"`;
  return new Response(streamOf(call, file), {
    headers: { ...PRIVATE, 'content-type': file.type, 'content-disposition': disposition },
  });
}

function streamOf({ onStreamEnd }: Pick<Call, 'onStreamEnd'>, file: FileAnswer): ReadableStream<Uint8Array> {
  const { pieces, writeStallMs, onFailure } = file;
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
