/** The body of an answer that is read as a whole. */
import type { ChatRequest, EngineEvent } from '../../domain/chat.ts';
import { type AnswerReader, BrokenAnswer } from '../../wire/upstream-answer.ts';
import { countEvents, embeddingEvents } from '../../wire/upstream-embeddings.ts';
import type { HttpAnswer } from './http.ts';

const JSON_BYTES_MAX = 32 * 1024 * 1024;

export function refuseCompressed(answer: HttpAnswer): void {
  const encoding = answer.headers.get('content-encoding');
  if (!encoding || encoding === 'identity') return;
  answer.discard();
  throw new BrokenAnswer('It is compressed although we asked for plain.');
}

export async function textOf(answer: HttpAnswer): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of answer.body) {
    bytes += piece.length;
    if (bytes > JSON_BYTES_MAX) throw new BrokenAnswer(`It is larger than ${JSON_BYTES_MAX} bytes.`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

type Reading = { readonly chat: ChatRequest; readonly reader: AnswerReader; readonly into: EngineEvent[] };

/** An answer in one piece → its events. */
export async function readWhole(answer: HttpAnswer, { chat, reader, into }: Reading): Promise<void> {
  const body: unknown = JSON.parse(await textOf(answer));
  if (chat.countsOnly) into.push(...countEvents(body));
  else if (chat.embedding) into.push(...embeddingEvents(body, chat.embedding));
  else {
    reader.read(body, into);
    into.push(...reader.end());
  }
}
