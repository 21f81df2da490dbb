/**
 * Some engines count while they stream. An engine is asked how: a short chat for each way of counting, until one
 * works. These chats are not charged. An engine that refuses the fields, or ignores them, does not count. Until that is
 * known, and where it is not there to be asked, requests do without.
 */
import type { ChatRequest, EngineEvent } from '../../core/chat.ts';
import { sseData } from '../../platform/http/sse.ts';
import type { Platform } from '../../platform/platform.ts';
import type { HttpAnswer } from './http.ts';
import { AnswerReader } from './upstream-answer.ts';
import type { UpstreamDialect } from './upstream-request.ts';

export type RunningUsage = UpstreamDialect['runningUsage'];

type LearnedEngine = Pick<Platform, 'log'> & {
  readonly engine: string;
  /** Asks the engine for a stream, counted in this way. */
  readonly ask: (probe: RunningUsageProbe, signal: AbortSignal) => Promise<HttpAnswer>;
};

export type RunningUsageProbe = {
  readonly chat: ChatRequest;
  readonly maxOutputTokens: number;
  readonly runningUsage: RunningUsage;
};

const WAYS: readonly RunningUsage[] = ['continuous_usage_stats', 'timings_per_token'];
const CHAT: ChatRequest = {
  model: '',
  messages: [{ role: 'user', content: 'Count from one to five.' }],
  stream: true,
  includeUsage: true,
};
const OUTPUT_TOKENS = 16;
const PROBE_MS = 60_000;
/** An engine that could not be asked is asked again no sooner than this, with the next request for it. */
const AGAIN_MS = 60_000;
const EVENT_BYTES_MAX = 1024 * 1024;

export class LearnedRunningUsage {
  readonly #learned: LearnedEngine;
  readonly #stopping = new AbortController();
  #known: RunningUsage | undefined;
  #notBeforeMs = Number.POSITIVE_INFINITY;

  constructor(learned: LearnedEngine) {
    this.#learned = learned;
  }

  get current(): RunningUsage {
    return this.#known ?? 'none';
  }

  /** Begins to find out. Nothing waits for it. */
  learn(): void {
    if (this.#known !== undefined) return;
    this.#notBeforeMs = performance.now() + AGAIN_MS;
    void this.#ask().catch(() => {});
  }

  /** The same, where it was tried before, in vain, and not a short while ago. */
  learnAgain(): void {
    if (this.#known === undefined && performance.now() >= this.#notBeforeMs) this.learn();
  }

  /** The engine has refused a request that asked for a count: it may be another one by now. */
  forget(): void {
    if (this.current !== 'none') this.#known = undefined;
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #ask(): Promise<void> {
    let found: RunningUsage = 'none';
    for (const way of WAYS) {
      if (!(await this.#counts(way))) continue;
      found = way;
      break;
    }
    this.#known = found;
    const { engine, log } = this.#learned;
    if (found !== 'none') log.info({ engine, runningUsage: found }, 'an engine counts while it streams');
    else log.info({ engine }, 'an engine does not count while it streams: cut answers are charged by our own count');
  }

  async #counts(runningUsage: RunningUsage): Promise<boolean> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(PROBE_MS)]);
    const answer = await this.#learned.ask({ chat: CHAT, maxOutputTokens: OUTPUT_TOKENS, runningUsage }, signal);
    if (answer.status === 200) return countsAsItStreams(answer);
    answer.discard();
    if (REFUSED.includes(answer.status)) return false;
    throw new Error(`It answered ${answer.status}.`);
  }
}

/** Engines answer so to fields that they do not know. Every other status says nothing about them. */
const REFUSED: readonly number[] = [400, 404, 422, 501];

/** Every chunk with a part of the answer, but the one that ends it, has a count, and each is higher than the last. */
async function countsAsItStreams(answer: HttpAnswer): Promise<boolean> {
  const reader = new AnswerReader({ newToolCallId: () => 'call_probe', thinking: 'off' });
  let counted = 0;
  let chunks = 0;
  for await (const together of sseData(answer.body, EVENT_BYTES_MAX)) {
    for (const data of together) {
      if (data === '[DONE]') return chunks > 0;
      const events = reader.read(JSON.parse(data));
      if (reader.hasFinished || !events.some(isPiece)) continue;
      const tokens = events.find((event) => event.type === 'usage')?.usage.outputTokens ?? 0;
      if (tokens <= counted) return false;
      counted = tokens;
      chunks += 1;
    }
  }
  return chunks > 0;
}

const isPiece = ({ type }: EngineEvent): boolean => type === 'text' || type === 'reasoning';
