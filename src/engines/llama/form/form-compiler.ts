/**
 * Orders of forms, on their way to the one thread that makes them:
 *
 *   known by this account? --> at once, also where it was refused
 *   allowance used up?     --> ShareUsed, which is a 429
 *   otherwise              --> a queue in which accounts take turns, one order at a time
 *
 * So an account with many orders waits for itself: another one waits for one order of it at most, and answers that are
 * being written wait for none.
 */
import { FairQueue } from '../../../lib/fair-queue.ts';
import { unlessAborted } from '../../../lib/unless-aborted.ts';
import { ShareUsed } from '../generate/slots.ts';
import { GrammarTooLargeError, SchemaRefusal, STEPS_MAX } from '../grammar/work-budget.ts';
import { FormCache } from './form-cache.ts';
import type { FormOrder, MadeForm } from './form-order.ts';
import { WorkAllowance } from './work-allowance.ts';

/** The schemas of one request, as JSON. */
const ORDER_CHARS_MAX = 1024 * 1024;
const QUEUE_MAX = 64;
/** Ten of the largest at once, and one a second: a twentieth of a processor at most. */
const ALLOWANCE = { atOnce: 10 * STEPS_MAX, perSecond: STEPS_MAX };
/** An order is never free, so that the smallest cannot be sent without end either. */
const STEPS_MIN = 10;

type Asking = { readonly account: string; readonly signal: AbortSignal };

type Job = {
  readonly key: string;
  readonly account: string;
  readonly order: string;
  readonly done: PromiseWithResolvers<MadeForm>;
};

type CompilerParts = {
  /** Makes a form of an order; called for one at a time. */
  readonly make: (order: string) => Promise<MadeForm>;
  readonly nowMs?: () => number;
};

export class FormCompiler {
  readonly #make: CompilerParts['make'];
  readonly #cache = new FormCache();
  readonly #allowance: WorkAllowance;
  readonly #queue = new FairQueue<Job>(QUEUE_MAX);
  /** What waits or is being made, for others of the account that ask the same. */
  readonly #jobs = new Map<string, Job>();
  #isGoing = false;

  constructor({ make, nowMs }: CompilerParts) {
    this.#make = make;
    this.#allowance = new WorkAllowance(ALLOWANCE, nowMs);
  }

  /** The grammar of a form. Throws a SchemaRefusal, ShareUsed, or the signal's reason. */
  async grammarOf(form: FormOrder, { account, signal }: Asking): Promise<string> {
    const order = JSON.stringify(form);
    if (order.length > ORDER_CHARS_MAX) throw new GrammarTooLargeError('The JSON schemas are too large together.');
    const key = this.#cache.keyOf(account, order);
    const made = this.#cache.get(key) ?? (await unlessAborted(this.#ordered({ key, account, order }), signal));
    if ('refused' in made) throw new SchemaRefusal(made.refused);
    return made.grammar;
  }

  #ordered(wanted: Omit<Job, 'done'>): Promise<MadeForm> {
    const same = this.#jobs.get(wanted.key);
    if (same) return same.done.promise;
    const job: Job = { ...wanted, done: Promise.withResolvers() };
    // Those who wait for it may have left.
    job.done.promise.catch(() => {});
    this.#jobs.set(job.key, job);
    const dropped = this.#queue.add(job.account, job);
    if (dropped) this.#refuse(dropped);
    if (!this.#isGoing) void this.#goOn();
    return job.done.promise;
  }

  async #goOn(): Promise<void> {
    this.#isGoing = true;
    for (let job = this.#next(); job; job = this.#next()) await this.#run(job);
    this.#isGoing = false;
  }

  #next(): Job | undefined {
    return this.#queue.take(() => true);
  }

  async #run(job: Job): Promise<void> {
    if (this.#allowance.waitMs(job.account) > 0) return this.#refuse(job);
    try {
      const made = await this.#make(job.order);
      this.#allowance.spend(job.account, Math.max(STEPS_MIN, made.steps));
      this.#cache.add(job.key, job.account, made);
      job.done.resolve(made);
    } catch (failure) {
      // It may be what the thread has ended of.
      this.#allowance.spend(job.account, STEPS_MAX);
      job.done.reject(failure);
    } finally {
      this.#jobs.delete(job.key);
    }
  }

  #refuse(job: Job): void {
    this.#jobs.delete(job.key);
    job.done.reject(new ShareUsed(Math.max(1000, this.#allowance.waitMs(job.account))));
  }
}
