/** Tokens → events: text, reasoning and tool calls, each whole as far as it is shown. */
import type { LlamaModel, Token } from 'node-llama-cpp';
import type { ChatRequest, EngineEvent } from '../../../core/chat.ts';
import { THINK_CLOSE, ThinkSplitter } from '../../upstream/think-splitter.ts';
import { type ToolCallEvent, ToolCallParser } from '../template/tool-call-parser.ts';
import { StopFilter } from './stop-filter.ts';
import { TokenText } from './token-text.ts';

type PieceOptions = {
  readonly thinks: boolean;
  readonly mayCall: boolean;
  readonly model: LlamaModel;
};

export class Pieces {
  readonly #text: TokenText;
  readonly #stops: StopFilter;
  readonly #thoughts: ThinkSplitter | undefined;
  readonly #calls: ToolCallParser | undefined;
  #stop: string | undefined;
  #hasCalls = false;

  constructor(chat: ChatRequest, { thinks, mayCall, model }: PieceOptions) {
    this.#text = new TokenText((tokens, before) => model.detokenize(tokens as Token[], false, before as Token[]));
    this.#stops = new StopFilter(chat.stop ?? []);
    this.#thoughts = thinks ? new ThinkSplitter({ prefilled: true }) : undefined;
    this.#calls = mayCall ? new ToolCallParser() : undefined;
  }

  get isThinking(): boolean {
    return this.#thoughts?.isThinking ?? false;
  }

  /** The stop sequence that has come. */
  get stop(): string | undefined {
    return this.#stop;
  }

  get hasCalls(): boolean {
    return this.#hasCalls;
  }

  push(token: Token): EngineEvent[] {
    return this.#split(this.#text.push(token));
  }

  /** The model has thought for long enough; what comes now is the answer. Returns what was kept back of the thoughts. */
  endThinking(): EngineEvent[] {
    return this.#split(this.#text.end() + THINK_CLOSE);
  }

  end(): EngineEvent[] {
    const events = this.#split(this.#text.end());
    for (const part of this.#thoughts?.end() ?? [])
      events.push(...(part.type === 'text' ? this.#answer(part.text) : [part]));
    if (this.#stop === undefined) events.push(...this.#parse(this.#stops.end()));
    return [...events, ...this.#convert(this.#calls?.end() ?? [])];
  }

  #split(text: string): EngineEvent[] {
    if (text === '') return [];
    if (!this.#thoughts) return this.#answer(text);
    const events: EngineEvent[] = [];
    for (const part of this.#thoughts.push(text))
      events.push(...(part.type === 'text' ? this.#answer(part.text) : [part]));
    return events;
  }

  #answer(text: string): EngineEvent[] {
    if (this.#stop !== undefined) return [];
    const shown = this.#stops.push(text);
    this.#stop = shown.stop;
    return this.#parse(shown.text);
  }

  #parse(text: string): EngineEvent[] {
    if (text === '') return [];
    return this.#calls ? this.#convert(this.#calls.push(text)) : [{ type: 'text', text }];
  }

  #convert(events: readonly ToolCallEvent[]): EngineEvent[] {
    return events.map((event): EngineEvent => {
      if (event.type !== 'tool-call-start') return event;
      this.#hasCalls = true;
      // The gateway gives calls their ids.
      return { ...event, id: '' };
    });
  }
}
