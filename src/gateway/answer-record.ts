import type { AnswerHead, Ending, Piece, RecordedAnswer, RecordedPiece, Usage } from '../core/chat.ts';
import { textOfBytes, toSharedBytes } from '../lib/shared-bytes.ts';

/** Logprobs that are kept with one piece, in characters of JSON: they are read again in one go. */
const LOGPROBS_MAX = 64 * 1024;

/** Collects an answer, or several to one request, in as few pieces as say the same. */
export class AnswerRecord {
  readonly #head: AnswerHead;
  readonly #choices: ChoiceRecord[] = [];

  constructor(head: AnswerHead) {
    this.#head = head;
  }

  add(piece: Piece): void {
    const choice = piece.choice ?? 0;
    this.#choices[choice] ??= new ChoiceRecord();
    this.#choices[choice].add(piece);
  }

  finish(finish: Ending, usage: Usage): Omit<RecordedAnswer, 'cost'> {
    const { id, createdAtMs, model, loweredTo, tier } = this.#head;
    const head = { completionId: id, createdAtMs, model, ...(loweredTo !== undefined && { loweredTo }) };
    return {
      ...head,
      ...(tier && { tier }),
      events: this.#choices.flatMap((choice) => choice.end()),
      ...finish,
      usage,
    };
  }
}

/** One answer: each piece is written as soon as it is whole. */
class ChoiceRecord {
  readonly #written: Uint8Array[] = [];
  #last: RecordedPiece | undefined;
  /** The log probabilities of the last piece, each as JSON. */
  #logprobs: string[] = [];
  #logprobsChars = 0;

  add(piece: Piece): void {
    const event = withoutLogprobs(piece);
    if (this.#last && this.#logprobsChars <= LOGPROBS_MAX && canJoin(this.#last, event)) {
      this.#last = join(this.#last, event);
    } else {
      this.#writeLast();
      this.#last = event;
    }
    if (piece.type !== 'text') return;
    for (const token of piece.logprobs ?? []) {
      const written = JSON.stringify(token);
      this.#logprobs.push(written);
      this.#logprobsChars += written.length;
    }
  }

  end(): readonly Uint8Array[] {
    this.#writeLast();
    return this.#written;
  }

  #writeLast(): void {
    if (!this.#last) return;
    this.#written.push(toSharedBytes(JSON.stringify({ ...this.#last, ...this.#deflatedLogprobs() })));
    this.#last = undefined;
    this.#logprobs = [];
    this.#logprobsChars = 0;
  }

  #deflatedLogprobs(): { readonly logprobs?: string } {
    if (this.#logprobs.length === 0) return {};
    return { logprobs: Bun.deflateSync(Buffer.from(`[${this.#logprobs.join()}]`), { level: 1 }).toBase64() };
  }
}

/** The piece as it was. */
export function restorePiece(written: Uint8Array): Piece {
  const piece = JSON.parse(textOfBytes(written)) as RecordedPiece;
  if (piece.type !== 'text' || typeof piece.logprobs !== 'string') return piece as Piece;
  const json = Bun.inflateSync(Uint8Array.fromBase64(piece.logprobs));
  return { ...piece, logprobs: JSON.parse(new TextDecoder().decode(json)) };
}

function withoutLogprobs(piece: Piece): RecordedPiece {
  if (piece.type !== 'text') return piece;
  const { logprobs: _, ...rest } = piece;
  return rest;
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
