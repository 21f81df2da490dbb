/** The thread that reads large bodies, one after the other, and writes them for the engine. */
import { parentPort } from 'node:worker_threads';
import { DIALECTS } from '../../dialects/dialects.ts';
import { writeChat } from '../../engines/upstream/upstream-request.ts';
import { assert } from '../../lib/assert.ts';
import { toServiceError } from '../../platform/http/error-body.ts';
import { type BodyRules, chatReaderFor, fingerprintOf, type Reading, type ReadingTask } from './chat-reader.ts';

assert(parentPort, 'This file is the program of a thread.');
const port = parentPort;
let known: { readonly key: string; readonly read: ReturnType<typeof chatReaderFor> } | undefined;

port.on('message', (task: ReadingTask) => {
  const reading = read(task);
  const written = 'asked' in reading ? reading.asked.chat.written : undefined;
  const pieces = written ? [written.content, ...(written.contentWithParts ?? [])] : [];
  port.postMessage(reading, pieces.map(({ buffer }) => buffer).filter(isTransferred));
});

/** The bytes of attachments are shared, and are with both threads. */
const isTransferred = (buffer: ArrayBufferLike): buffer is ArrayBuffer => buffer instanceof ArrayBuffer;

function read({ id, dialect, bytes, rules }: ReadingTask): Reading {
  try {
    const asked = readerFor(rules)(bytes, DIALECTS[dialect]);
    return { id, asked: { ...asked, chat: writeChat(asked.chat) }, fingerprint: fingerprintOf(bytes, dialect) };
  } catch (thrown) {
    const { code, message, details } = toServiceError(thrown);
    const { param, cause } = details;
    const about = { ...(param !== undefined && { param }), ...(cause !== undefined && { cause: Bun.inspect(cause) }) };
    return { id, refused: { code, message, ...about } };
  }
}

/** The rules change with a reload only, and making a reader out of them costs more than most bodies. */
function readerFor(rules: BodyRules): ReturnType<typeof chatReaderFor> {
  const key = JSON.stringify(rules);
  if (known?.key !== key) known = { key, read: chatReaderFor(rules) };
  return known.read;
}
