/** The body of an answer that is read as a whole. */
import type { ChatRequest, EmbeddingRequest, EngineEvent } from '../../core/chat.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import type { AnswerSource } from './answer-source.ts';
import type { HttpAnswer } from './http.ts';
import { BrokenAnswer } from './upstream-answer.ts';
import { countEvents, EmbeddingsReader, listsOf } from './upstream-embeddings.ts';

const JSON_BYTES_MAX = 32 * 1024 * 1024;

export function refuseCompressed(answer: HttpAnswer): void {
  const encoding = answer.headers.get('content-encoding');
  if (!encoding || encoding === 'identity') return;
  answer.discard();
  throw new BrokenAnswer('It is compressed although we asked for plain.');
}

/** A body that is here already is not waited for. */
export function textOf({ body }: HttpAnswer): string | Promise<string> {
  const whole = body.takeWhole();
  return whole ? new TextDecoder().decode(whole) : collectText(body);
}

/** As one: what has other letters than those of English takes several times as long in pieces. */
async function collectText(body: HttpAnswer['body']): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(body)) pieces.push(piece);
  return new TextDecoder().decode(Buffer.concat(pieces));
}

async function* piecesOf(body: HttpAnswer['body']): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > JSON_BYTES_MAX) throw new BrokenAnswer(`It is larger than ${JSON_BYTES_MAX} bytes.`);
    yield piece;
  }
}

/** An answer in one piece → its events. One that says something and not how it ended has begun, and is not whole. */
export function readWhole(
  text: string,
  { run, chat }: { readonly run: { hasBegun: boolean }; readonly chat: ChatRequest },
  reader: AnswerSource,
): readonly EngineEvent[] {
  const body: unknown = JSON.parse(text);
  if (chat.countsOnly) return countEvents(body);
  const events = reader.read(body);
  run.hasBegun = events.length > 0;
  events.push(...reader.end());
  return events;
}

/** Vectors → their events, in lists that leave others their turn. */
export async function* readEmbeddings(
  body: HttpAnswer['body'],
  wanted: EmbeddingRequest,
): AsyncGenerator<readonly EngineEvent[], void> {
  const reader = new EmbeddingsReader();
  const decoder = new TextDecoder();
  for await (const piece of piecesOf(body)) reader.add(decoder.decode(piece, { stream: true }));
  reader.add(decoder.decode());
  for (const [n, list] of listsOf(reader.end(wanted)).entries()) {
    if (n > 0) await nextTurn();
    yield list;
  }
}
