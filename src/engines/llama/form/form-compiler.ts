/**
 * Forms that are wanted, on their way to the one thread that makes them:
 *
 *   known by this account? --> at once, also where it was refused
 *   allowance used up?     --> ShareUsed, which is a 429
 *   otherwise              --> a queue in which accounts take turns, one form at a time
 *
 * So an account with many forms waits for itself: another one waits for one form of it at most, and answers that are
 * being written wait for none.
 */
import { FairQueue } from '../../../lib/fair-queue.ts';
import { unlessAborted } from '../../../lib/unless-aborted.ts';
import { WorkAllowance } from '../../../lib/work-allowance.ts';
import { ShareUsed } from '../generate/slots.ts';
import { GrammarTooLargeError, SchemaRefusal, STEPS_MAX } from '../grammar/work-budget.ts';
import { FormCache } from './form-cache.ts';
import type { MadeForm, WantedForm } from './wanted-form.ts';

/** The schemas of one request, as JSON. */
const FORM_CHARS_MAX = 1024 * 1024;
const QUEUE_MAX = 64;
/** Ten of the largest at once, and one a second: a twentieth of a processor at most. */
const ALLOWANCE = { atOnce: 10 * STEPS_MAX, perSecond: STEPS_MAX };
/** A form is never free, so that the smallest cannot be sent without end either. */
const STEPS_MIN = 10;

type Asking = { readonly account: string; readonly signal: AbortSignal };

type Job = {
  readonly key: string;
  readonly account: string;
  /** The wanted form as JSON. */
  readonly wanted: string;
  readonly done: PromiseWithResolvers<MadeForm>;
};

/** Makes a form from its JSON; called for one at a time. */
type MakeForm = (wanted: string) => Promise<MadeForm>;

export class FormCompiler {
  readonly #make: MakeForm;
  readonly #cache = new FormCache();
  readonly #allowance: WorkAllowance;
  readonly #queue = new FairQueue<Job>(QUEUE_MAX);
  /** Jobs that wait or are being made, for others of the account that ask the same. */
  readonly #jobs = new Map<string, Job>();
  #isGoing = false;

  constructor(make: MakeForm, nowMs = () => performance.now()) {
    this.#make = make;
    this.#allowance = new WorkAllowance(ALLOWANCE, nowMs);
  }

  /** The grammar of a form. Throws a SchemaRefusal, ShareUsed, or the signal's reason. */
  async grammarOf(form: WantedForm, { account, signal }: Asking): Promise<string> {
    const wanted = JSON.stringify(form);
    if (wanted.length > FORM_CHARS_MAX) throw new GrammarTooLargeError('The JSON schemas are too large together.');
    const key = this.#cache.keyOf(account, wanted);
    const made = this.#cache.get(key) ?? (await unlessAborted(this.#enqueue({ key, account, wanted }), signal));
    if ('refused' in made) throw new SchemaRefusal(made.refused);
    return made.grammar;
  }

  #enqueue(asked: Omit<Job, 'done'>): Promise<MadeForm> {
    const same = this.#jobs.get(asked.key);
    if (same) return same.done.promise;
    const job: Job = { ...asked, done: Promise.withResolvers() };
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
      const made = await this.#make(job.wanted);
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
