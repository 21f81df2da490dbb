/** The body of an answer that is read as a whole. */
import type { ChatRequest, EmbeddingOrder, EngineEvent } from '../../domain/chat.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { type AnswerReader, BrokenAnswer } from '../../wire/upstream-answer.ts';
import { countEvents, EmbeddingsReader, listsOf } from '../../wire/upstream-embeddings.ts';
import type { HttpAnswer } from './http.ts';

const JSON_BYTES_MAX = 32 * 1024 * 1024;

export function refuseCompressed(answer: HttpAnswer): void {
  const encoding = answer.headers.get('content-encoding');
  if (!encoding || encoding === 'identity') return;
  answer.discard();
  throw new BrokenAnswer('It is compressed although we asked for plain.');
}

export async function textOf(answer: HttpAnswer): Promise<string> {
  let text = '';
  for await (const piece of textsOf(answer)) text += piece;
  return text;
}

async function* textsOf(answer: HttpAnswer): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const piece of answer.body) {
    bytes += piece.length;
    if (bytes > JSON_BYTES_MAX) throw new BrokenAnswer(`It is larger than ${JSON_BYTES_MAX} bytes.`);
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

type Reading = { readonly chat: ChatRequest; readonly reader: AnswerReader; readonly into: EngineEvent[] };

/** An answer in one piece → its events. */
export async function readWhole(answer: HttpAnswer, { chat, reader, into }: Reading): Promise<void> {
  const body: unknown = JSON.parse(await textOf(answer));
  if (chat.countsOnly) into.push(...countEvents(body));
  else {
    reader.read(body, into);
    into.push(...reader.end());
  }
}

/** Vectors → their events, in lists that leave others their turn. */
export async function* readEmbeddings(
  answer: HttpAnswer,
  order: EmbeddingOrder,
): AsyncGenerator<readonly EngineEvent[], void> {
  const reader = new EmbeddingsReader();
  for await (const text of textsOf(answer)) reader.add(text);
  for (const [n, list] of listsOf(reader.end(order)).entries()) {
    if (n > 0) await nextTurn();
    yield list;
  }
}
