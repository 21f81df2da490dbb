/**
 * Answers on their way to the one thread that holds them against their schemas:
 *
 *   too large                    --> unchecked
 *   the account's time is used   --> unchecked
 *   otherwise                    --> a queue in which accounts take turns; one that takes too long is given up
 *
 * So the thread that serves waits for none of it, and an account whose schemas take long waits for itself.
 */
import { Worker } from 'node:worker_threads';
import type { JsonObject } from '../../core/chat.ts';
import { askThread } from '../../lib/ask-thread.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { isRecord } from '../../lib/record.ts';
import { within } from '../../lib/within.ts';
import { WorkAllowance } from '../../lib/work-allowance.ts';
import { type CheckedText, UNCHECKED, type Verdict } from './schema-check.ts';

/** As many as the best-known service takes. */
const SCHEMA_VALUES_MAX = 10_000;
const SCHEMA_CHARS_MAX = 120_000;
const TEXT_CHARS_MAX = 1024 * 1024;
const QUEUE_MAX = 256;
/** Most take less than one. */
const CHECK_MS_MAX = 500;
/** A busy machine may be slow to start a thread. */
const START_MS_MAX = 20_000;
/** Milliseconds of the thread: what ten answers a second take, and far more than that at once. */
const ALLOWANCE = { atOnce: 2 * CHECK_MS_MAX, perSecond: 100 };

export type SchemaChecker = {
  check(accountId: string, schema: JsonObject, text: string): Promise<Verdict>;
  stop(): void;
};

type Job = { readonly accountId: string; readonly checked: CheckedText; readonly done: (verdict: Verdict) => void };

export function createSchemaChecker(nowMs = () => performance.now()): SchemaChecker {
  const queue = new FairQueue<Job>(QUEUE_MAX);
  const allowance = new WorkAllowance(ALLOWANCE, nowMs);
  let worker: Worker | undefined;
  let isGoing = false;

  async function started(): Promise<Worker> {
    if (worker) return worker;
    worker = new Worker(new URL('./schema-worker.ts', import.meta.url));
    worker.unref();
    await within(START_MS_MAX, askThread(worker, 'are you there'), () => new Error('The thread did not start.'));
    return worker;
  }

  /** A thread that is too slow or has ended is replaced: a regular expression that it is busy with ends by itself. */
  async function run({ accountId, checked, done }: Job): Promise<void> {
    if (allowance.waitMs(accountId) > 0) return done(UNCHECKED);
    let beganMs = nowMs();
    try {
      const thread = await started();
      beganMs = nowMs();
      done(await within(CHECK_MS_MAX, askThread<Verdict>(thread, checked), () => new Error('It took too long.')));
    } catch {
      stop();
      done(UNCHECKED);
    } finally {
      allowance.spend(accountId, nowMs() - beganMs);
    }
  }

  async function goOn(): Promise<void> {
    isGoing = true;
    for (let job = queue.take(() => true); job; job = queue.take(() => true)) await run(job);
    isGoing = false;
  }

  function stop(): void {
    void worker?.terminate();
    worker = undefined;
  }

  return {
    check: (accountId, schema, text) => {
      if (text.length > TEXT_CHARS_MAX || !isSmall(schema)) return Promise.resolve(UNCHECKED);
      const { promise, resolve } = Promise.withResolvers<Verdict>();
      const dropped = queue.add(accountId, {
        accountId,
        checked: { schema: JSON.stringify(schema), text },
        done: resolve,
      });
      dropped?.done(UNCHECKED);
      if (!isGoing) void goOn();
      return promise;
    },
    stop,
  };
}

/** Looks at no more of it than is allowed. */
function isSmall(schema: JsonObject): boolean {
  let values = 0;
  let chars = 0;
  const waiting: unknown[] = [schema];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    values += 1;
    if (typeof value === 'string') chars += value.length;
    else if (Array.isArray(value)) for (const one of value) waiting.push(one);
    else if (isRecord(value)) {
      for (const name in value) {
        chars += name.length;
        waiting.push(value[name]);
      }
    }
    if (values + waiting.length > SCHEMA_VALUES_MAX || chars > SCHEMA_CHARS_MAX) return false;
  }
  return true;
}
