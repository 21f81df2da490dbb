import type { AnswerHead, FinishReason, Piece, RecordedAnswer, Usage } from '../domain/chat.ts';

/** Collects an answer in as few pieces as say the same. */
export class AnswerRecord {
  readonly #head: AnswerHead;
  readonly #events: Piece[] = [];

  constructor(head: AnswerHead) {
    this.#head = head;
  }

  add(event: Piece): void {
    const last = this.#events.at(-1);
    if (last && canJoin(last, event)) this.#events[this.#events.length - 1] = join(last, event);
    else this.#events.push(event);
  }

  finish(finishReason: FinishReason, usage: Usage): Omit<RecordedAnswer, 'cost'> {
    const { id, createdAtMs, model } = this.#head;
    return { completionId: id, createdAtMs, model, events: this.#events, finishReason, usage };
  }
}

function canJoin(last: Piece, event: Piece): boolean {
  if (last.type !== event.type) return false;
  if (last.type === 'tool-call-arguments' && event.type === 'tool-call-arguments') return last.index === event.index;
  return last.type === 'text' || last.type === 'reasoning';
}

function join(last: Piece, event: Piece): Piece {
  if (last.type === 'tool-call-start' || event.type === 'tool-call-start') return event;
  const logprobs = [
    ...(('logprobs' in last && last.logprobs) || []),
    ...(('logprobs' in event && event.logprobs) || []),
  ];
  return { ...last, text: last.text + event.text, ...(logprobs.length > 0 && { logprobs }) } as Piece;
}
