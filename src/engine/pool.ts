/**
 * Several engines as one. Another engine is tried only while nothing of an answer has come; from then on an answer is
 * from one engine, in one piece. Requests that find no place wait by turns between accounts.
 */
import type { EngineEvent } from '../domain/chat.ts';
import { ServiceError } from '../domain/errors.ts';
import { NeverAsked } from '../domain/never-asked.ts';
import type { Engine, EngineHealth, EngineRequest, Log } from '../domain/ports.ts';
import { followed } from '../domain/trace.ts';
import { choose, prefixOf } from './balance.ts';
import { failureKindOf } from './failure-kind.ts';
import { FairQueue } from './fair-queue.ts';
import type { Member, Place } from './member.ts';
import { RetryBudget } from './retry-budget.ts';
import { busy, unavailable } from './unavailable.ts';

/** A member and its part in one model. */
export type Share = {
  readonly member: Member;
  readonly weight: number;
  /** What this engine calls the model, where it differs from the others. */
  readonly engineModel?: string;
};

export type PoolParts = {
  readonly model: string;
  readonly shares: readonly Share[];
  readonly log: Log;
  readonly onRetry: (model: string) => void;
};

export type Pool = Engine & {
  readonly waiting: number;
  /** Gives free places to those who wait, and ends the wait of those who wait in vain. */
  review(): void;
};

/** So many engines are tried for one request at most. */
export const TRIES_MAX = 3;

type Taken = { readonly share: Share; readonly place: Place };
type Waiter = {
  readonly prefix: number;
  readonly tried: ReadonlySet<Share>;
  readonly resolve: (taken: Taken) => void;
  readonly reject: (error: unknown) => void;
};

export function createPool({ model, shares, log, onRetry }: PoolParts): Pool {
  const budget = new RetryBudget();
  const queue = new FairQueue<Waiter>(sumOf(shares, ({ member }) => member.settings.queueMax));
  const queueMs = Math.max(...shares.map(({ member }) => member.settings.queueMs));
  for (const { member } of shares) member.onChange(review);

  async function open(request: EngineRequest, signal: AbortSignal): Promise<AsyncIterable<EngineEvent>> {
    budget.earn();
    const tried = new Set<Share>();
    while (true) {
      const { share, place } = await placeFor(request, signal, tried);
      if (signal.aborted) {
        place.giveBack();
        throw new NeverAsked(signal.reason);
      }
      tried.add(share);
      const engineModel = share.engineModel ?? request.engineModel;
      try {
        return await place.open({ ...request, ...(engineModel !== undefined && { engineModel }) }, signal);
      } catch (thrown) {
        if (signal.aborted || !mayBeTriedElsewhere(thrown)) throw thrown;
        const hasOther = shares.some((other) => !tried.has(other) && other.member.isUsable);
        if (!hasOther || tried.size >= TRIES_MAX || !budget.spend()) throw withWait(thrown);
        log.warn(
          { engine: share.member.name, model, ...aboutOf(request), cause: thrown },
          'an engine failed before it answered: trying another',
        );
        onRetry(model);
        request.span.event('retry', { 'boreal.engine': share.member.name });
      }
    }
  }

  function placeFor(request: EngineRequest, signal: AbortSignal, tried: ReadonlySet<Share>): Taken | Promise<Taken> {
    if (queue.size > 0) review();
    const prefix = prefixOf(request);
    const taken = takeFree(prefix, tried);
    if (taken) return taken;
    const isWorthWaiting = shares.some((share) => !tried.has(share) && share.member.isUsable);
    if (!isWorthWaiting) throw withWait(nobody());
    const { accountId: account, span } = request;
    return followed(span.child('engine.queue'), wait({ account, prefix, tried }, signal));
  }

  function takeFree(prefix: number, tried: ReadonlySet<Share>): Taken | undefined {
    const untried = (isFree: (member: Member) => boolean) =>
      shares.filter((share) => !tried.has(share) && isFree(share.member));
    const free = untried(({ canTake }) => canTake);
    const taking = free.length > 0 ? free : untried(({ canTakeInNeed }) => canTakeInNeed);
    const candidates = taking.map((share) => {
      const { name, running } = share.member;
      return { share, name, running, weight: share.weight };
    });
    const share = choose(candidates, prefix)?.share;
    return share && { share, place: share.member.take() };
  }

  async function wait(
    { account, ...what }: Pick<Waiter, 'prefix' | 'tried'> & { readonly account: string },
    signal: AbortSignal,
  ): Promise<Taken> {
    const { promise, resolve, reject } = Promise.withResolvers<Taken>();
    const waiter: Waiter = { ...what, resolve, reject };
    const leave = () => {
      if (queue.remove(account, waiter)) reject(new NeverAsked(signal.reason));
    };
    const timer = setTimeout(() => {
      if (queue.remove(account, waiter)) reject(busy(new Error('A place did not come free in time.')));
    }, queueMs);
    signal.addEventListener('abort', leave, { once: true });
    queue.add(account, waiter)?.reject(busy(new Error('Too many requests wait already.')));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  function review(): void {
    while (queue.size > 0 && shares.some(({ member }) => member.canTakeInNeed)) {
      const waiter = queue.take(({ tried }) => shares.some((one) => !tried.has(one) && one.member.canTakeInNeed));
      const taken = waiter && takeFree(waiter.prefix, waiter.tried);
      if (!waiter || !taken) break;
      waiter.resolve(taken);
    }
    const isInVain = ({ tried }: Waiter) => !shares.some((one) => !tried.has(one) && one.member.isUsable);
    for (let waiter = queue.take(isInVain); waiter; waiter = queue.take(isInVain)) waiter.reject(withWait(nobody()));
  }

  /** Says when it makes sense to come back: as soon as the first engine may be asked again. */
  function withWait(thrown: unknown): unknown {
    if (!(thrown instanceof ServiceError)) return thrown;
    const { retryAfterMs: _, ...details } = thrown.details;
    const retryAfterMs = Math.min(...shares.map(({ member }) => member.usableInMs));
    return new ServiceError(thrown.code, thrown.message, {
      ...details,
      ...(retryAfterMs > 0 && { retryAfterMs }),
    });
  }

  function nobody(): ServiceError {
    const states = shares.map(({ member }) => `${member.name} ${member.state}`).join(', ');
    const cause = new Error(`No engine of ${model} can be asked: ${states}.`);
    return unavailable(cause);
  }

  async function health(): Promise<EngineHealth> {
    const all = await Promise.all(
      shares.map(async ({ member }) => ({ name: member.name, ...(await member.health()) })),
    );
    return { ok: all.some(({ ok }) => ok), detail: all.map(({ name, detail }) => `${name} ${detail}`).join(', ') };
  }

  return {
    open,
    health,
    review,
    get waiting() {
      return queue.size;
    },
  };
}

/** What one engine could not do another may; what the caller sent is the same everywhere. */
const mayBeTriedElsewhere = (thrown: unknown): boolean => failureKindOf(thrown) !== undefined;

const aboutOf = ({ requestId, span }: EngineRequest): object => ({ requestId, ...span.logFields });

const sumOf = <T>(all: readonly T[], numberOf: (one: T) => number): number =>
  all.reduce((sum, one) => sum + numberOf(one), 0);
