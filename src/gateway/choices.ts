/**
 * Several answers to one request (`n`). An engine is asked once for each, so every engine can give them:
 *
 *   the first      is asked alone: it finds the engine, and a failure may still be another one's to answer
 *   the others     when it has begun, at the same engine: it has read the prompt by then, and one buying price is that of all
 *   no slot free   the next one waits until one of the others has ended
 *   one fails      all have, and nothing is charged
 *
 * Each is counted and limited by itself; the request is charged for their sum.
 */

import { bothWrites } from '../core/cache-writes.ts';
import type { ChatRequest, EngineEvent, EngineEvents, Finish, Piece, Usage } from '../core/chat.ts';
import { ServiceError } from '../core/errors.ts';
import { Stop, type StopSignal } from '../core/stop.ts';
import { type UsageBounds, UsageCount } from '../features/usage/usage-count.ts';
import { merge } from '../lib/merge.ts';
import { incomplete } from './answer-stop.ts';

/** Asks an engine for one of the answers. */
type OpenChoice = (choice: number, signal: StopSignal) => Promise<EngineEvents>;

/** The count of all answers to a request. What their engines say is counted where it comes, so this hears nothing. */
export class ChoiceCounts {
  readonly #counts: readonly UsageCount[];
  readonly #asked = new Set<number>();
  readonly #cut = new Set<number>();
  readonly #ended = new Set<number>();
  readonly excess = 0;
  readonly input = undefined;

  /** The bounds are those of each answer. */
  constructor(request: ChatRequest, bounds: UsageBounds) {
    this.#counts = Array.from({ length: request.choices ?? 1 }, () => new UsageCount(request, bounds));
  }

  get size(): number {
    return this.#counts.length;
  }

  get claim(): string | undefined {
    const claimed = this.#counts.find(({ claim }) => claim !== undefined)?.claim;
    return claimed ?? (this.#cut.size > 0 ? 'went past max_tokens' : undefined);
  }

  see(): void {}

  withinLimit(piece: Piece): Piece {
    return piece;
  }

  letGoOfRequest(): void {
    for (const count of this.#counts) count.letGoOfRequest();
  }

  whole(): Usage {
    return [...this.#asked].map((choice) => this.#usageOf(choice)).reduce(plus);
  }

  cut(): Usage {
    return this.whole();
  }

  /** An engine answers: from now on the input is charged for. */
  ask(choice: number): void {
    this.#asked.add(choice);
  }

  /** Adds what the caller gets of these events to `pieces`. Returns how the answer has ended, once it has. */
  take(choice: number, together: readonly EngineEvent[], pieces: Piece[]): Finish | undefined {
    const count = this.#counts[choice]!;
    for (const event of together) {
      count.see(event);
      if (event.type === 'end') {
        const { type: _, isCut, ...finish } = event;
        if (!isCut) this.#ended.add(choice);
        return finish;
      }
      if (event.type === 'usage' || event.type === 'odd-usage') continue;
      const piece = count.withinLimit(event);
      if (piece) pieces.push({ ...piece, choice });
      if (count.excess === 0) continue;
      this.#cut.add(choice);
      return { finishReason: 'length' };
    }
    return undefined;
  }

  #usageOf(choice: number): Usage {
    const count = this.#counts[choice]!;
    return this.#ended.has(choice) ? count.whole() : count.cut();
  }
}

const plus = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  ...bothWrites(a, b),
  ...(a.acceptedPredictionTokens !== undefined && {
    acceptedPredictionTokens: a.acceptedPredictionTokens + (b.acceptedPredictionTokens ?? 0),
    rejectedPredictionTokens: (a.rejectedPredictionTokens ?? 0) + (b.rejectedPredictionTokens ?? 0),
  }),
});

/** Resolves once the first answer has begun. */
export async function openChoices(open: OpenChoice, counts: ChoiceCounts, signal: StopSignal): Promise<EngineEvents> {
  const stop = new Stop(signal);
  try {
    counts.ask(0);
    const first = await open(0, stop);
    return allOf(first, { open, counts, stop });
  } catch (thrown) {
    stop.clear();
    throw thrown;
  }
}

type Asking = { readonly open: OpenChoice; readonly counts: ChoiceCounts; readonly stop: Stop };

async function* allOf(first: EngineEvents, asking: Asking): AsyncGenerator<readonly EngineEvent[], void> {
  const { counts, stop } = asking;
  const finishes: Finish[] = [];
  const slots = new Slots();
  const sources = Array.from({ length: counts.size }, (_, choice) => {
    const opening = () => (choice === 0 ? Promise.resolve(first) : slots.open(() => asking.open(choice, stop)));
    return oneOf(choice, opening, { counts, slots, finishes });
  });
  try {
    yield* merge(sources);
    yield [{ type: 'end', ...finishes[0]!, choices: finishes }];
  } finally {
    stop.abort(new DOMException('The other answers are not wanted any more.', 'AbortError'));
    stop.clear();
  }
}

type One = { readonly counts: ChoiceCounts; readonly slots: Slots; readonly finishes: Finish[] };

async function* oneOf(
  choice: number,
  opening: () => Promise<EngineEvents>,
  { counts, slots, finishes }: One,
): AsyncGenerator<readonly Piece[], void> {
  const events = await opening();
  counts.ask(choice);
  try {
    for await (const together of events) {
      const pieces: Piece[] = [];
      const finish = counts.take(choice, together, pieces);
      if (pieces.length > 0) yield pieces;
      if (!finish) continue;
      finishes[choice] = finish;
      return;
    }
    throw incomplete();
  } finally {
    slots.ended();
  }
}

const NO_SLOT: readonly string[] = ['too_many_running', 'upstream_overloaded'];

/** While one of the answers runs, another that finds no slot can wait for that one. */
class Slots {
  #running = 1;
  #onEnd = Promise.withResolvers<void>();

  async open(ask: () => Promise<EngineEvents>): Promise<EngineEvents> {
    for (;;) {
      const { promise } = this.#onEnd;
      try {
        const events = await ask();
        this.#running += 1;
        return events;
      } catch (thrown) {
        if (!(thrown instanceof ServiceError) || !NO_SLOT.includes(thrown.code) || this.#running === 0) throw thrown;
        await promise;
      }
    }
  }

  ended(): void {
    this.#running -= 1;
    this.#onEnd.resolve();
    this.#onEnd = Promise.withResolvers<void>();
  }
}
