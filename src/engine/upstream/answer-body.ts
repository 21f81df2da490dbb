/** The body of an answer that is read as a whole. */
import { BrokenAnswer } from '../../wire/upstream-answer.ts';
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
