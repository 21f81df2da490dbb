/**
 * The answer of an OpenAI-compatible engine → EngineEvents. One reader takes the chunks of a stream or a whole JSON
 * body, and knows the habits of engines: reasoning under two names or inside the text, broken tool-call deltas, usage
 * on any chunk, odd finish reasons. `broken` means that what came is not an answer.
 */
import type { CacheTtl, EngineEvent, Finish, FinishReason, TokenLogprob, Usage } from '../../core/chat.ts';
import { gaveWay } from '../../core/errors.ts';
import { isRecord } from '../../lib/record.ts';
import type { AnswerSource } from './answer-source.ts';
import { type Split, ThinkSplitter } from './think-splitter.ts';
import { type RawToolCallDelta, ToolCallRepair } from './tool-call-repair.ts';
import { isGaveWay } from './upstream-refusal.ts';
import { readTimes, readTimings, readUsage, TIMES_FIELD } from './upstream-usage.ts';

export type ReaderOptions = {
  readonly newToolCallId: () => string;
  /** `tags`: `<think>` may open the text; `prefilled`: the text begins inside it; `off`: text is text. */
  readonly thinking: 'tags' | 'prefilled' | 'off';
  /** It shares its slots between accounts, and ends answers that give way. */
  readonly knowsAccounts?: boolean | undefined;
  /** The stop sequences that the caller sent. */
  readonly stops?: readonly string[] | undefined;
  /** How long what the engine has written into a cache is kept, where it does not say. */
  readonly writtenFor?: CacheTtl | undefined;
};

/** The engine sent something that is not an answer: an error object, a scalar, wrong types. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
}

export class AnswerReader implements AnswerSource {
  readonly #toolCalls: ToolCallRepair;
  readonly #splitter: ThinkSplitter | undefined;
  readonly #stops: readonly string[];
  readonly #knowsAccounts: boolean;
  readonly #writtenFor: CacheTtl | undefined;
  #finishReason: FinishReason | undefined;
  #stopSequence: string | undefined;
  /** The model has said why it does not answer, in the place for that. */
  #hasRefused = false;
  /** The last count, while nothing of the answer has come after it. */
  #lastCount: EngineEvent | undefined;
  /** Those of text that the splitter keeps back until it knows what it is. */
  #keptLogprobs: readonly TokenLogprob[] = [];

  constructor(options: ReaderOptions) {
    this.#toolCalls = new ToolCallRepair(options.newToolCallId);
    this.#stops = options.stops ?? [];
    this.#knowsAccounts = options.knowsAccounts ?? false;
    this.#writtenFor = options.writtenFor;
    this.#splitter =
      options.thinking === 'off' ? undefined : new ThinkSplitter({ prefilled: options.thinking === 'prefilled' });
  }

  get hasFinished(): boolean {
    return this.#finishReason !== undefined;
  }

  /** Reads one chunk of a stream or one whole body (`delta` or `message`) and adds what it says to `events`. */
  read(raw: unknown, events: EngineEvent[] = []): EngineEvent[] {
    if (!isRecord(raw)) throw new BrokenAnswer('Not an object.');
    if (raw.error !== undefined && raw.error !== null) {
      throw this.#knowsAccounts && isGaveWay(raw.error) ? gaveWay() : new BrokenAnswer('An error object.');
    }
    const choices = raw.choices;
    if (Array.isArray(choices) && choices.length > 0) this.#readChoice(choices[0], events);
    else if (raw.usage == null && !Array.isArray(choices)) throw new BrokenAnswer('Neither choices nor usage.');
    this.#readUsage(raw, events);
    return events;
  }

  /** Reads the data of events that have come together, up to the mark of the end; returns whether it was there. */
  readData(together: readonly string[], events: EngineEvent[]): boolean {
    for (const data of together) {
      if (data === '[DONE]') return true;
      this.read(JSON.parse(data), events);
    }
    return false;
  }

  /** Returns the events that were kept back and the end, once the engine has finished. */
  end(): EngineEvent[] {
    const kept = this.#kept();
    if (this.#finishReason === undefined) throw new BrokenAnswer('It ended without a finish reason.');
    return [...kept, { type: 'end', ...this.#consistentFinish(this.#finishReason) }];
  }

  /** The same for an answer that we end ourselves, before the engine has finished. */
  cut(): EngineEvent[] {
    return [...this.#kept(), { type: 'end', finishReason: 'length', isCut: true }];
  }

  /** Events that are given only now came before the last count, unless more has come since: so that one is said again. */
  #kept(): EngineEvent[] {
    const kept = [...withLogprobs(this.#splitter?.end() ?? [], this.#keptLogprobs), ...this.#toolCalls.end()];
    return kept.length > 0 && this.#lastCount ? [...kept, this.#lastCount] : kept;
  }

  #readChoice(choice: unknown, events: EngineEvent[]): void {
    if (!isRecord(choice)) throw new BrokenAnswer('A choice is not an object.');
    const piece = choice.delta ?? choice.message ?? {};
    if (!isRecord(piece)) throw new BrokenAnswer('A delta is not an object.');
    const reasoning = text(piece.reasoning_content ?? piece.reasoning, 'reasoning');
    const content = text(piece.content, 'content');
    if (reasoning || content || piece.tool_calls != null) this.#lastCount = undefined;
    if (reasoning) events.push({ type: 'reasoning', text: reasoning });
    if (content) this.#readContent(content, logprobsOf(choice.logprobs), events);
    if (typeof piece.refusal === 'string' && piece.refusal !== '') this.#readRefusal(piece.refusal, events);
    if (piece.tool_calls != null)
      this.#readToolCalls(piece.tool_calls, choice.delta == null ? 'whole' : 'pieces', events);
    const finish = choice.finish_reason;
    if (finish === undefined || finish === null || finish === '') return;
    this.#finishReason = finishReasonOf(finish);
    // vLLM and our own engine name it in the one, SGLang in the other. Both may also be the number of a token.
    const said = choice.stop_reason ?? choice.matched_stop;
    this.#stopSequence = this.#stops.find((stop) => stop === said);
  }

  #readContent(content: string, logprobs: readonly TokenLogprob[] | undefined, events: EngineEvent[]): void {
    if (!this.#splitter || this.#splitter.isOver) {
      events.push({ type: 'text', text: content, ...(logprobs && { logprobs }) });
      return;
    }
    const known = [...this.#keptLogprobs, ...(logprobs ?? [])];
    events.push(...withLogprobs(this.#splitter.push(content), known));
    this.#keptLogprobs = this.#splitter.isUndecided ? known : [];
  }

  /** Not every dialect has a place for it: it is text, and the reason of the end says what it is. */
  #readRefusal(refusal: string, events: EngineEvent[]): void {
    this.#hasRefused = true;
    this.#lastCount = undefined;
    events.push({ type: 'text', text: refusal });
  }

  #readToolCalls(raw: unknown, kind: 'whole' | 'pieces', events: EngineEvent[]): void {
    if (!Array.isArray(raw)) throw new BrokenAnswer('tool_calls is not an array.');
    for (const [position, one] of raw.entries()) {
      const delta = toolCallDeltaOf(one);
      events.push(...this.#toolCalls.push(kind === 'whole' ? { ...delta, index: position } : delta));
    }
  }

  #readUsage(raw: Record<string, unknown>, events: EngineEvent[]): void {
    const grok = isRecord(raw.x_groq) ? raw.x_groq.usage : undefined;
    const said = raw.usage ?? grok;
    const reading = readUsage(said, this.#writtenFor);
    const best = reading.kind === 'none' ? readTimings(raw.timings) : reading;
    if (best.kind === 'none') return;
    this.#lastCount = best.kind === 'usage' ? countOf(best.usage, raw) : oddCountOf(best.usage, said ?? raw.timings);
    events.push(this.#lastCount);
  }

  /** Clients act on tool calls only when the reason says so, and on nothing when there are none. */
  #consistentFinish(reason: FinishReason): Finish {
    if (this.#toolCalls.count > 0 && reason === 'stop') return { finishReason: 'tool_calls' };
    if (this.#hasRefused && reason === 'stop') return { finishReason: 'content_filter' };
    const finishReason = this.#toolCalls.count === 0 && reason === 'tool_calls' ? 'stop' : reason;
    const stopSequence = finishReason === 'stop' ? this.#stopSequence : undefined;
    return { finishReason, ...(stopSequence !== undefined && { stopSequence }) };
  }
}

function countOf(usage: Usage, raw: Record<string, unknown>): EngineEvent {
  const times = raw[TIMES_FIELD] === undefined ? undefined : readTimes(raw[TIMES_FIELD]);
  return { type: 'usage', usage, ...(times && { times }) };
}

/** The engine's error is kept for the operator, as far as it is of use. */
export const oddCountOf = (usage: Partial<Usage>, said: unknown): EngineEvent => ({
  type: 'odd-usage',
  usage,
  claim: JSON.stringify(said).slice(0, CLAIM_CHARACTERS_MAX),
});

export const CLAIM_CHARACTERS_MAX = 500;

/** When a piece is both text and reasoning, it is unknown which belong to the text: then there are none. */
function withLogprobs(parts: readonly Split[], logprobs: readonly TokenLogprob[]): EngineEvent[] {
  const [only] = parts;
  const isText = parts.length === 1 && only?.type === 'text' && logprobs.length > 0;
  return isText ? [{ type: 'text', text: only.text, logprobs }] : [...parts];
}

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  length: 'length',
  max_tokens: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  tool_use: 'tool_calls',
  content_filter: 'content_filter',
  safety: 'content_filter',
};
const FAILED = new Set(['error', 'abort', 'aborted', 'cancelled', 'network_error']);

/** An unknown reason is a normal end: the answer is there. A reason that names a failure is one. */
function finishReasonOf(raw: unknown): FinishReason {
  if (typeof raw !== 'string') throw new BrokenAnswer('finish_reason is not a string.');
  if (FAILED.has(raw)) throw new BrokenAnswer('The engine says that it failed.');
  return Object.hasOwn(FINISH_REASONS, raw) ? FINISH_REASONS[raw]! : 'stop';
}

function toolCallDeltaOf(raw: unknown): RawToolCallDelta {
  if (!isRecord(raw)) throw new BrokenAnswer('A tool call is not an object.');
  const called = isRecord(raw.function) ? raw.function : {};
  const written = called.arguments;
  return {
    index: Number.isInteger(raw.index) ? (raw.index as number) : undefined,
    id: typeof raw.id === 'string' && raw.id !== '' ? raw.id : undefined,
    name: typeof called.name === 'string' && called.name !== '' ? called.name : undefined,
    arguments: isRecord(written) ? JSON.stringify(written) : text(written, 'arguments'),
  };
}

function text(raw: unknown, what: string): string | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (typeof raw !== 'string') throw new BrokenAnswer(`${what} is not a string.`);
  return raw;
}

function logprobsOf(raw: unknown): readonly TokenLogprob[] | undefined {
  if (!isRecord(raw) || !Array.isArray(raw.content)) return undefined;
  return raw.content.filter(isLogprob).map((token) => ({
    token: token.token,
    logprob: token.logprob,
    bytes: Array.isArray(token.bytes) ? token.bytes : null,
    top: (Array.isArray(token.top_logprobs) ? token.top_logprobs : []).filter(isLogprob).map((top) => ({
      token: top.token,
      logprob: top.logprob,
      bytes: Array.isArray(top.bytes) ? top.bytes : null,
    })),
  }));
}

const isLogprob = (raw: unknown): raw is Record<string, unknown> & { token: string; logprob: number } =>
  isRecord(raw) && typeof raw.token === 'string' && typeof raw.logprob === 'number';
