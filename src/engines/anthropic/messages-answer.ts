/**
 * The answer of a server that speaks the Messages API → EngineEvents: the events of a stream, or a whole message.
 *
 *   message_start · (content_block_start · content_block_delta … · content_block_stop) … · message_delta · message_stop
 *
 * What `message_start` says of the usage is kept until something of the answer comes: a server that is overloaded after
 * it has said so much can still be left for another one.
 */
import type { EngineEvent, Finish, FinishReason } from '../../core/chat.ts';
import { isRecord } from '../../lib/record.ts';
import { busy } from '../unavailable.ts';
import type { AnswerSource } from '../upstream/answer-source.ts';
import { BrokenAnswer } from '../upstream/upstream-answer.ts';
import { addUsage, type Counts, usageEvent } from './messages-usage.ts';
import type { ToolNames } from './tool-names.ts';

type Raw = Readonly<Record<string, unknown>>;

/** The block that grows. Texts are passed on as they come; thoughts are collected, too, because they are sealed whole. */
type OpenBlock =
  | { readonly type: 'text' | 'other' }
  | { readonly type: 'tool_use'; readonly index: number; hasInput: boolean; readonly input: unknown }
  | { readonly type: 'thinking'; thinking: string; signature: string };

const OTHER: OpenBlock = { type: 'other' };

export class MessageReader implements AnswerSource {
  #counts: Counts = {};
  #isCountKept = false;
  #block: OpenBlock = OTHER;
  #calls = 0;
  #finish: Finish | undefined;
  readonly #names: Pick<ToolNames, 'received'>;

  constructor(names: Pick<ToolNames, 'received'>) {
    this.#names = names;
  }

  read(raw: unknown, events: EngineEvent[] = []): EngineEvent[] {
    if (!isRecord(raw)) throw new BrokenAnswer('Not an object.');
    if (raw.type === 'message') this.#readMessage(raw, events);
    else this.#readEvent(raw, events);
    return events;
  }

  readData(together: readonly string[], events: EngineEvent[]): boolean {
    for (const data of together) {
      const raw: unknown = JSON.parse(data);
      if (isRecord(raw) && raw.type === 'message_stop') return true;
      this.read(raw, events);
    }
    return false;
  }

  end(): EngineEvent[] {
    if (!this.#finish) throw new BrokenAnswer('It ended without a stop reason.');
    return [{ type: 'end', ...this.#finish }];
  }

  cut(): EngineEvent[] {
    return [{ type: 'end', finishReason: 'length', isCut: true }];
  }

  #readMessage(message: Raw, events: EngineEvent[]): void {
    if (!Array.isArray(message.content)) throw new BrokenAnswer('content is not an array.');
    for (const block of message.content) {
      this.#begin(block, events);
      this.#endBlock(events);
    }
    this.#counts = addUsage(this.#counts, message.usage);
    events.push(usageEvent(this.#counts));
    this.#readEnd(message);
  }

  #readEvent(event: Raw, events: EngineEvent[]): void {
    switch (event.type) {
      case 'message_start':
        this.#counts = addUsage({}, isRecord(event.message) ? event.message.usage : undefined);
        // What was written so far comes again as text.
        this.#counts = { ...this.#counts, output_tokens: 0 };
        this.#isCountKept = true;
        break;
      case 'content_block_start':
        this.#begin(event.content_block, events);
        break;
      case 'content_block_delta':
        this.#grow(event.delta, events);
        break;
      case 'content_block_stop':
        this.#endBlock(events);
        break;
      case 'message_delta':
        this.#counts = addUsage(this.#counts, event.usage);
        this.#isCountKept = false;
        events.push(usageEvent(this.#counts));
        this.#readEnd(event.delta);
        break;
      case 'error':
        throw failureIn(event.error);
      // Events of other names may be added at any time.
    }
  }

  #begin(raw: unknown, events: EngineEvent[]): void {
    const block = recordOf(raw, 'A block');
    this.#block = OTHER;
    if (block.type === 'text') {
      this.#block = { type: 'text' };
      this.#say({ type: 'text', text: textOf(block.text) }, events);
    } else if (block.type === 'thinking') {
      this.#block = { type: 'thinking', thinking: '', signature: textOf(block.signature) };
      this.#think(textOf(block.thinking), events);
    } else if (block.type === 'redacted_thinking') {
      const thought = { type: 'redacted_thinking', data: textOf(block.data) } as const;
      this.#push({ type: 'sealed-thought', thought }, events);
    } else if (block.type === 'tool_use') this.#beginCall(block, events);
  }

  #beginCall({ id, name, input }: Raw, events: EngineEvent[]): void {
    if (typeof id !== 'string' || typeof name !== 'string') throw new BrokenAnswer('A call has no id or name.');
    const index = this.#calls++;
    this.#block = { type: 'tool_use', index, hasInput: false, input };
    this.#push({ type: 'tool-call-start', index, id, name: this.#names.received(name) }, events);
  }

  #grow(raw: unknown, events: EngineEvent[]): void {
    const delta = recordOf(raw, 'A delta');
    const block = this.#block;
    if (delta.type === 'text_delta') this.#say({ type: 'text', text: textOf(delta.text) }, events);
    else if (delta.type === 'thinking_delta') this.#think(textOf(delta.thinking), events);
    else if (delta.type === 'signature_delta' && block.type === 'thinking') block.signature += textOf(delta.signature);
    else if (delta.type === 'input_json_delta' && block.type === 'tool_use') {
      const text = textOf(delta.partial_json);
      block.hasInput ||= text !== '';
      this.#say({ type: 'tool-call-arguments', index: block.index, text }, events);
    }
  }

  #think(text: string, events: EngineEvent[]): void {
    if (this.#block.type === 'thinking') this.#block.thinking += text;
    this.#say({ type: 'reasoning', text }, events);
  }

  /** A whole message has the input of a call at once, and a stream in pieces. */
  #endBlock(events: EngineEvent[]): void {
    const block = this.#block;
    this.#block = OTHER;
    if (block.type === 'tool_use' && !block.hasInput && isRecord(block.input)) {
      const text = JSON.stringify(block.input);
      if (text !== '{}') this.#push({ type: 'tool-call-arguments', index: block.index, text }, events);
    } else if (block.type === 'thinking' && block.signature !== '') {
      this.#push({ type: 'sealed-thought', thought: { ...block } }, events);
    }
  }

  /** Says nothing of an empty text. */
  #say(piece: EngineEvent & { readonly text: string }, events: EngineEvent[]): void {
    if (piece.text !== '') this.#push(piece, events);
  }

  #push(event: EngineEvent, events: EngineEvent[]): void {
    if (this.#isCountKept) {
      events.push(usageEvent(this.#counts));
      this.#isCountKept = false;
    }
    events.push(event);
  }

  #readEnd(raw: unknown): void {
    if (!isRecord(raw) || typeof raw.stop_reason !== 'string') return;
    const reason = raw.stop_reason;
    const stopped = reason === 'stop_sequence' && typeof raw.stop_sequence === 'string';
    const finishReason = Object.hasOwn(REASONS, reason) ? REASONS[reason]! : 'stop';
    this.#finish = { finishReason, ...(stopped && { stopSequence: raw.stop_sequence as string }) };
  }
}

/** A heartbeat of the API: it says nothing of the answer. */
export const isPing = (data: string): boolean => /^\{\s*"type":\s*"ping"/.test(data);

const REASONS: Readonly<Record<string, FinishReason>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
};

/** An overloaded server may say so after it has begun. */
function failureIn(error: unknown): Error {
  const type = isRecord(error) ? String(error.type) : 'unknown';
  if (type === 'overloaded_error' || type === 'rate_limit_error') return busy(new BrokenAnswer(`It says ${type}.`));
  return new BrokenAnswer('The engine says that it failed.');
}

function recordOf(raw: unknown, what: string): Raw {
  if (!isRecord(raw)) throw new BrokenAnswer(`${what} is not an object.`);
  return raw;
}

function textOf(raw: unknown): string {
  if (raw === undefined || raw === null) return '';
  if (typeof raw !== 'string') throw new BrokenAnswer('A text is not a string.');
  return raw;
}
