import type { AnswerHead, Finish, Piece, RecordedAnswer, RecordedPiece, Usage } from '../domain/chat.ts';

/** Logprobs that are kept with one piece, in characters of JSON: they are read again in one go. */
const LOGPROBS_MAX = 64 * 1024;

/** Collects an answer in as few pieces as say the same. */
export class AnswerRecord {
  readonly #head: AnswerHead;
  readonly #events: RecordedPiece[] = [];
  /** Of the last piece, each as JSON. */
  #logprobs: string[] = [];
  #logprobsChars = 0;

  constructor(head: AnswerHead) {
    this.#head = head;
  }

  add(piece: Piece): void {
    const event = withoutLogprobs(piece);
    const last = this.#events.at(-1);
    if (last && this.#logprobsChars <= LOGPROBS_MAX && canJoin(last, event)) {
      this.#events[this.#events.length - 1] = join(last, event);
    } else {
      this.#writeLogprobs();
      this.#events.push(event);
    }
    if (piece.type !== 'text') return;
    for (const token of piece.logprobs ?? []) {
      const written = JSON.stringify(token);
      this.#logprobs.push(written);
      this.#logprobsChars += written.length;
    }
  }

  finish(finish: Finish, usage: Usage): Omit<RecordedAnswer, 'cost'> {
    this.#writeLogprobs();
    const { id, createdAtMs, model } = this.#head;
    return { completionId: id, createdAtMs, model, events: this.#events, ...finish, usage };
  }

  #writeLogprobs(): void {
    const last = this.#events.at(-1);
    if (last?.type !== 'text' || this.#logprobs.length === 0) return;
    const logprobs = Bun.deflateSync(Buffer.from(`[${this.#logprobs.join()}]`), { level: 1 }).toBase64();
    this.#events[this.#events.length - 1] = { ...last, logprobs };
    this.#logprobs = [];
    this.#logprobsChars = 0;
  }
}

/** The piece as it was. */
export function restorePiece(piece: RecordedPiece): Piece {
  if (piece.type !== 'text' || typeof piece.logprobs !== 'string') return piece as Piece;
  const json = Bun.inflateSync(Uint8Array.fromBase64(piece.logprobs));
  return { ...piece, logprobs: JSON.parse(new TextDecoder().decode(json)) };
}

function withoutLogprobs(piece: Piece): RecordedPiece {
  if (piece.type !== 'text') return piece;
  return { type: piece.type, text: piece.text };
}

function canJoin(last: RecordedPiece, event: RecordedPiece): boolean {
  if (last.type !== event.type) return false;
  if (last.type === 'tool-call-arguments' && event.type === 'tool-call-arguments') return last.index === event.index;
  return last.type === 'text' || last.type === 'reasoning';
}

function join(last: RecordedPiece, event: RecordedPiece): RecordedPiece {
  if (!('text' in last) || !('text' in event)) return event;
  return { ...last, text: last.text + event.text };
}
