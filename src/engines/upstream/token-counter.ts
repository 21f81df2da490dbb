/**
 * How many tokens an engine reads out of a chat, asked before the chat is. There is no common way: vLLM counts a chat at
 * `/tokenize`; llama.cpp writes its prompt at `/apply-template` and counts that text at `/tokenize`. Both apply the
 * template of the model, so the count is what the chat itself is billed by. The first way that works is kept.
 */
import { isRecord } from '../../lib/record.ts';
import { textOf } from './answer-body.ts';
import type { HttpAnswer } from './http.ts';
import type { UpstreamBody } from './upstream-request.ts';

/** Asks the engine at a path beside its API. */
type Ask = (path: string, body: UpstreamBody, signal: AbortSignal) => Promise<HttpAnswer>;

/** The result of asking in one way; `unknown`: the engine has no such way. */
type Counted = number | 'unknown' | 'refused';
type Way = (body: UpstreamBody, signal: AbortSignal) => Promise<Counted>;

/** People wait for a count, and there is always a bound instead. */
export const COUNT_MS_MAX = 3000;
export const COUNT_DEADLINES = { connectMs: COUNT_MS_MAX, firstByteMs: COUNT_MS_MAX, idleMs: COUNT_MS_MAX };
/** An operator may put another engine in the place of one that cannot count. */
const NO_WAY_MS = 10 * 60_000;
/** An engine that did not answer is not waited for with every count. */
const AGAIN_MS = 60_000;

export class TokenCounter {
  readonly #ask: Ask;
  readonly #ways: readonly Way[];
  #known: Way | undefined;
  #notBeforeMs = 0;

  constructor(ask: Ask) {
    this.#ask = ask;
    this.#ways = [(...asked) => this.#ofChat(...asked), (...asked) => this.#ofPrompt(...asked)];
  }

  /** Undefined where the engine cannot tell, or does not in time. */
  async count(body: UpstreamBody, signal: AbortSignal): Promise<number | undefined> {
    if (performance.now() < this.#notBeforeMs) return undefined;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(COUNT_MS_MAX)]);
    try {
      for (const way of this.#known ? [this.#known] : this.#ways) {
        const counted = await way(body, inTime);
        if (counted === 'refused') return undefined;
        this.#known = counted === 'unknown' ? undefined : way;
        if (counted !== 'unknown') return counted;
      }
      this.#notBeforeMs = performance.now() + NO_WAY_MS;
    } catch {
      // What goes wrong here is no failure of the engine: it may answer chats all the same.
      if (!signal.aborted) this.#notBeforeMs = performance.now() + AGAIN_MS;
    }
    return undefined;
  }

  async #ofChat(body: UpstreamBody, signal: AbortSignal): Promise<Counted> {
    const said = await this.#answerAt('/tokenize', body, signal);
    if (!isRecord(said)) return said;
    return isCount(said.count) ? said.count : 'unknown';
  }

  async #ofPrompt(body: UpstreamBody, signal: AbortSignal): Promise<Counted> {
    const written = await this.#answerAt('/apply-template', body, signal);
    if (!isRecord(written)) return written;
    if (typeof written.prompt !== 'string') return 'unknown';
    // As it reads the prompt of a chat: tokens of the template are tokens, and the first one is added.
    const text = JSON.stringify({ content: written.prompt, add_special: true, parse_special: true });
    const said = await this.#answerAt('/tokenize', text, signal);
    if (!isRecord(said)) return said;
    return Array.isArray(said.tokens) && said.tokens.length > 0 ? said.tokens.length : 'unknown';
  }

  async #answerAt(
    path: string,
    body: UpstreamBody,
    signal: AbortSignal,
  ): Promise<Record<string, unknown> | 'unknown' | 'refused'> {
    const answer = await this.#ask(path, body, signal);
    if (answer.status === 200) {
      const said: unknown = JSON.parse(await textOf(answer));
      return isRecord(said) ? said : 'unknown';
    }
    answer.discard();
    if (answer.status >= 500 && answer.status !== 501) throw new Error(`It answers with status ${answer.status}.`);
    // It may be about this chat, such as one that is too long.
    return answer.status === 400 || answer.status === 413 || answer.status === 422 ? 'refused' : 'unknown';
  }
}

const isCount = (said: unknown): said is number => Number.isSafeInteger(said) && (said as number) > 0;
