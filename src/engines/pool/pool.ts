/**
 * Several engines as one. Another engine is tried only while nothing of an answer has come; from then on an answer is
 * from one engine, in one piece. Requests that find no slot wait by turns between accounts.
 */

import type { EngineEvents } from '../../core/chat.ts';
import type { Engine, EngineRequest } from '../../core/engine.ts';
import { ServiceError } from '../../core/errors.ts';
import { NeverAsked } from '../../core/never-asked.ts';
import type { StopSignal } from '../../core/stop.ts';
import { rankOf } from '../../core/tiers.ts';
import { traceStep } from '../../core/trace.ts';
import type { Platform } from '../../platform/platform.ts';
import { unavailable } from '../unavailable.ts';
import { failureKindOf } from '../upstream/failure-kind.ts';
import { prefixOf } from './balance.ts';
import { type Candidate, Candidates, type RankOf, type Taken } from './candidates.ts';
import { RetryBudget } from './retry-budget.ts';
import { SlotQueue } from './slot-queue.ts';

type PooledModel = {
  readonly model: string;
  readonly candidates: readonly Candidate[];
  readonly onRetry: (model: string) => void;
  /** Where the cheapest engine answers: what each costs. */
  readonly rankOf?: RankOf;
};

export type Pool = Engine & {
  readonly waiting: number;
  /** Gives free slots to those who wait, and ends the wait of those who wait in vain. */
  review(): void;
};

/** So many engines are tried for one request at most. */
const TRIES_MAX = 3;
/** A request that engines die of should not end all of them: after so many lost connections no other is tried. */
const DEATHS_MAX = 2;

export function createPool(
  { log }: Pick<Platform, 'log'>,
  { model, candidates: all, onRetry, rankOf: costOf }: PooledModel,
): Pool {
  const budget = new RetryBudget();
  const candidates = new Candidates(all, costOf);
  const queue = new SlotQueue(candidates, noEngineLeft);
  const review = (rankMax?: number) => queue.review(rankMax);
  candidates.onChange(review);

  async function open(request: EngineRequest, signal: StopSignal): Promise<EngineEvents> {
    budget.earn();
    const tried = new Set(request.only ? all.filter(({ source }) => source !== request.only) : []);
    let deaths = 0;
    while (true) {
      const found = slotFor(request, signal, tried);
      // A slot that is free is used at once: what gives way is known to those who come next.
      const { candidate, slot } = found instanceof Promise ? await found : found;
      if (signal.aborted) {
        slot.giveBack();
        throw new NeverAsked(signal.reason);
      }
      tried.add(candidate);
      if (request.asked) request.asked.source = candidate.source;
      const engineModel = candidate.engineModel ?? request.engineModel;
      try {
        return await slot.open(engineModel === undefined ? request : { ...request, engineModel }, signal);
      } catch (thrown) {
        if (signal.aborted || !mayBeTriedElsewhere(thrown)) throw thrown;
        if (failureKindOf(thrown) === 'closed') deaths += 1;
        const hasOther = candidates.isHopeFor({ tried }) && deaths < DEATHS_MAX;
        if (!hasOther || tried.size >= TRIES_MAX || !budget.spend()) throw withWait(thrown, candidates);
        log.warn(
          { engine: candidate.member.name, model, ...aboutOf(request), cause: thrown },
          'an engine failed before it answered: trying another',
        );
        onRetry(model);
        request.span.event('retry', { 'boreal.engine': candidate.member.name });
      }
    }
  }

  function slotFor(request: EngineRequest, signal: StopSignal, tried: ReadonlySet<Candidate>): Taken | Promise<Taken> {
    if (queue.size > 0) review();
    const { accountId: account, span } = request;
    const waiting = { account, rank: rankOf(request.tier), prefix: prefixOf(request), tried };
    const taken = candidates.take(waiting);
    if (taken) return taken;
    if (!candidates.isHopeFor(waiting)) throw noEngineLeft();
    return traceStep(span.child('engine.queue'), queue.wait(waiting, signal));
  }

  function noEngineLeft(): unknown {
    return withWait(unavailable(new Error(`No engine of ${model} can be asked: ${candidates.states}.`)), candidates);
  }

  return {
    open,
    health: () => candidates.health(),
    review,
    get waiting() {
      return queue.size;
    },
  };
}

/** A failure of one engine may be tried at another; a fault of the request is the same everywhere. */
function mayBeTriedElsewhere(thrown: unknown): boolean {
  if (!(thrown instanceof ServiceError) || thrown.details.endedEngine) return false;
  return failureKindOf(thrown) !== undefined || thrown.code === 'too_many_running';
}

/** Says when it makes sense to come back: as soon as the first engine may be asked again. */
function withWait(thrown: unknown, { usableInMs }: Candidates): unknown {
  if (!(thrown instanceof ServiceError)) return thrown;
  const { retryAfterMs: _, ...details } = thrown.details;
  return new ServiceError(thrown.code, thrown.message, {
    ...details,
    ...(usableInMs > 0 && { retryAfterMs: usableInMs }),
  });
}

const aboutOf = ({ requestId, span }: EngineRequest): object => ({ requestId, ...span.logFields });
