/**
 * The answer: events → one message, or the events of its stream. A message is a row of blocks, and one block is open at
 * a time:
 *
 *   message_start · (content_block_start · content_block_delta … · content_block_stop) … · message_delta · message_stop
 */

import { writesOf } from '../../core/cache-writes.ts';
import type {
  AnswerEvent,
  AnswerEvents,
  AnswerHead,
  Finish,
  FinishReason,
  JsonObject,
  Piece,
  SealedThought,
  Usage,
} from '../../core/chat.ts';
import { formatCzk } from '../../core/money.ts';
import { answerIdOf, requestIdOf } from '../../core/request-id.ts';
import { toolInputOf } from '../../core/tool-input.ts';
import { structuredOf } from '../chat/chat-answer.ts';
import type { FrameTexts, WrittenStream } from '../dialect.ts';
import { NO_SEAL } from '../sealed-thoughts.ts';
import { toMessagesErrorBody } from './errors.ts';
import type { MessagesForm } from './reader.ts';

type Block =
  | { readonly type: 'text'; text: string }
  | { readonly type: 'thinking'; text: string; signature?: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; text: string };

type Say = (type: string, fields: object) => void;

const NO_USAGE: Usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
const PING_BYTES = new TextEncoder().encode('event: ping\ndata: {"type":"ping"}\n\n');

export async function toMessage(events: AnswerEvents, head: AnswerHead, form: MessagesForm): Promise<JsonObject> {
  const blocks = new Blocks(form);
  for await (const together of events) {
    for (const event of together) {
      if (event.type === 'end')
        return { ...messageOf(head, blocks.whole()), ...endOf(event, blocks), usage: usageOf(event, head) };
      blocks.add(event);
    }
  }
  throw new Error('Unreachable: the events of an answer end with `end` or throw.');
}

export function toMessageStream(
  events: AnswerEvents,
  head: AnswerHead,
  form: MessagesForm,
): WrittenStream & { readonly frames: FrameTexts } {
  let written = '';
  const say: Say = (type, fields) => {
    written += `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  };
  const take = () => {
    const frames = written;
    written = '';
    return frames;
  };
  const blocks = new Blocks(form, say);

  async function* frames(): FrameTexts {
    const begun = {
      ...messageOf(head, []),
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      usage: tokensOf({ ...NO_USAGE, ...head.input }, head),
    };
    say('message_start', { message: begun });
    for await (const together of events) {
      for (const event of together) {
        if (event.type === 'end') {
          blocks.close();
          say('message_delta', { delta: endOf(event, blocks), usage: usageOf(event, head) });
          say('message_stop', {});
          return take();
        }
        blocks.add(event);
      }
      if (written !== '') yield take();
    }
    throw new Error('Unreachable: the events of an answer end with `end` or throw.');
  }

  return {
    frames: frames(),
    ping: PING_BYTES,
    failure: (error) => {
      say('error', toMessagesErrorBody(error, requestIdOf(head.id) ?? ''));
      return take();
    },
  };
}

/** The blocks of a message, of which the last one grows. Where there is a stream, each change is said. */
class Blocks {
  readonly #form: MessagesForm;
  readonly #say: Say | undefined;
  readonly #blocks: Block[] = [];
  #isOpen = false;

  constructor(form: MessagesForm, say?: Say) {
    this.#form = form;
    this.#say = say;
  }

  get hasToolUse(): boolean {
    return this.#blocks.some(({ type }) => type === 'tool_use');
  }

  add(piece: Piece): void {
    if (piece.type === 'tool-call-start') this.#open({ type: 'tool_use', id: piece.id, name: piece.name, text: '' });
    else if (piece.type === 'tool-call-arguments') this.#grow(piece.text);
    else if (piece.type === 'text') this.#growOf('text', piece.text);
    else if (this.#form.thinking === 'none') return;
    else if (piece.type === 'reasoning') this.#growOf('thinking', piece.text);
    else if (piece.type === 'sealed-thought') this.#addThought(piece.thought);
  }

  /** Ends the open block. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const index = this.#blocks.length - 1;
    const block = this.#blocks[index]!;
    if (block.type === 'thinking') this.#delta({ type: 'signature_delta', signature: block.signature ?? NO_SEAL });
    this.#say?.('content_block_stop', { index });
  }

  whole(): readonly object[] {
    return this.#blocks.map((block) => {
      if (block.type === 'text') return { type: 'text', text: block.text, citations: null };
      if (block.type === 'tool_use') return { ...startOf(block), input: toolInputOf(block.text) };
      if (block.type === 'redacted_thinking') return block;
      return { type: 'thinking', thinking: this.#shown(block.text), signature: block.signature ?? NO_SEAL };
    });
  }

  /** The thought has come already, unless it is not shown. */
  #addThought(thought: SealedThought): void {
    if (thought.type === 'redacted_thinking') this.#open(thought);
    else {
      this.#growOf('thinking', '');
      const block = this.#blocks.at(-1)!;
      if (block.type === 'thinking') block.signature = thought.signature;
    }
    this.close();
  }

  #growOf(type: 'text' | 'thinking', text: string): void {
    if (!this.#isOpen || this.#blocks.at(-1)!.type !== type) this.#open({ type, text: '' });
    this.#grow(text);
  }

  #open(block: Block): void {
    this.close();
    this.#blocks.push(block);
    this.#isOpen = true;
    this.#say?.('content_block_start', { index: this.#blocks.length - 1, content_block: startOf(block) });
  }

  #grow(text: string): void {
    const block = this.#blocks.at(-1)!;
    if (text === '' || block.type === 'redacted_thinking') return;
    block.text += text;
    if (block.type === 'text') this.#delta({ type: 'text_delta', text });
    else if (block.type === 'tool_use') this.#delta({ type: 'input_json_delta', partial_json: text });
    else if (this.#form.thinking === 'shown') this.#delta({ type: 'thinking_delta', thinking: text });
  }

  #shown(thoughts: string): string {
    return this.#form.thinking === 'shown' ? thoughts : '';
  }

  #delta(delta: object): void {
    this.#say?.('content_block_delta', { index: this.#blocks.length - 1, delta });
  }
}

function startOf(block: Block): object {
  if (block.type === 'text') return { type: 'text', text: '', citations: null };
  if (block.type === 'redacted_thinking') return block;
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' };
  return { type: 'tool_use', id: block.id, name: block.name, input: {}, caller: { type: 'direct' } };
}

const messageOf = (head: AnswerHead, content: readonly object[]) => ({
  id: answerIdOf(head.id, 'msg_'),
  type: 'message',
  role: 'assistant',
  model: head.model,
  content,
  container: null,
  diagnostics: null,
});

const STOP_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
};

/** Not every engine says which stop sequence has ended an answer, or whether one has. */
const endOf = (finish: Finish, { hasToolUse }: Blocks) => {
  const { finishReason, stopSequence } = finish;
  const reason = finishReason === 'stop' && hasToolUse ? 'tool_calls' : finishReason;
  const isStopped = reason === 'stop' && stopSequence !== undefined;
  return {
    stop_reason: isStopped ? 'stop_sequence' : STOP_REASONS[reason],
    stop_sequence: isStopped ? stopSequence : null,
    stop_details: null,
    ...structuredOf(finish),
  };
};

type End = Extract<AnswerEvent, { type: 'end' }>;

const usageOf = ({ usage, cost }: End, head: AnswerHead) => ({ ...tokensOf(usage, head), cost_czk: formatCzk(cost) });

/** Here what came out of a cache, or was written into one, is beside the input, not inside it. */
function tokensOf(usage: Usage, { tier = 'default' }: AnswerHead) {
  const [fiveMinutes, hour] = writesOf(usage);
  const written = fiveMinutes + hour;
  return {
    input_tokens: usage.inputTokens - usage.cachedInputTokens - written,
    cache_creation_input_tokens: written,
    cache_creation: written > 0 ? { ephemeral_5m_input_tokens: fiveMinutes, ephemeral_1h_input_tokens: hour } : null,
    cache_read_input_tokens: usage.cachedInputTokens,
    output_tokens: usage.outputTokens,
    output_tokens_details: { thinking_tokens: usage.reasoningTokens },
    server_tool_use: null,
    service_tier: tier === 'default' ? 'standard' : tier,
    inference_geo: null,
    speed: null,
  };
}
