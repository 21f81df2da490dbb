/**
 * Counts how requests ended and how soon answers began: in memory, and once a minute in the database. Nothing on the path
 * of a request waits for it; a crash loses the counts of the running minute.
 */

import { hourStartMs } from '../core/calendar.ts';
import { bucketOf, type OutcomeCounts, type OutcomeRecords } from '../core/outcome.ts';
import type { RequestFeed } from '../features/overview/request-feed.ts';
import { type Repeated, repeat } from '../lib/repeat.ts';
import type { Platform } from '../platform/platform.ts';
import type { Metrics } from '../platform/telemetry/metrics.ts';

type OutcomeRecorder = Pick<RequestFeed, 'requestEnded'> &
  Pick<Metrics, 'firstEvent'> & {
    write(): Promise<void>;
    start(): void;
    /** Writes down what was counted since the last time. */
    stop(): Promise<void>;
  };

const EVERY_MS = 60_000;

/** `modelOf` gives the model that a name in a request means. */
export function createOutcomeRecorder(
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  {
    records,
    modelOf,
  }: { readonly records: Pick<OutcomeRecords, 'add'>; readonly modelOf: (name: string) => string | undefined },
): OutcomeRecorder {
  let counts = new Counts();
  let writing: Promise<void> = Promise.resolve();
  let writes: Repeated | undefined;
  const hour = () => hourStartMs(clock.nowMs());

  /** Counts that could not be written are counted on. */
  async function writeCounts(): Promise<void> {
    if (counts.isEmpty) return;
    const written = counts;
    counts = new Counts();
    try {
      await records.add({ ...written.all(), atMs: clock.nowMs() });
    } catch (cause) {
      written.addTo(counts);
      throw cause;
    }
  }

  function write(): Promise<void> {
    const mine = writing.then(writeCounts);
    writing = mine.catch(() => {});
    return mine;
  }

  const logFailure = (cause: unknown) =>
    log.warn({ cause }, 'how requests ended could not be written; it is tried again');

  return {
    requestEnded: ({ status, note: { accountId, model } }) => {
      const known = (model !== undefined && modelOf(model)) || '';
      const hourMs = hour();
      counts.byModel.add({ hourMs, name: known, at: status, count: 1 });
      if (accountId !== undefined) counts.byAccount.add({ hourMs, name: accountId, at: status, count: 1 });
    },
    firstEvent: (model, ms) => counts.firstTokens.add({ hourMs: hour(), name: model, at: bucketOf(ms), count: 1 }),
    write,
    start: () => {
      writes = repeat({ everyMs: EVERY_MS, work: write, onFailure: logFailure });
    },
    stop: async () => {
      await writes?.stop();
      await write().catch(logFailure);
    },
  };
}

type Counted = { readonly hourMs: number; readonly name: string; readonly at: number; count: number };

/** Counts for an hour, a name and a number. There are few of one name. */
class Tally {
  readonly #counts = new Map<string, Counted[]>();

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  add({ hourMs, name, at, count }: Counted): void {
    const ofName = this.#counts.get(name);
    const known = ofName?.find((one) => one.at === at && one.hourMs === hourMs);
    if (known) known.count += count;
    else if (ofName) ofName.push({ hourMs, name, at, count });
    else this.#counts.set(name, [{ hourMs, name, at, count }]);
  }

  all(): readonly Counted[] {
    return [...this.#counts.values()].flat();
  }

  addTo(other: Tally): void {
    for (const counted of this.all()) other.add(counted);
  }
}

class Counts {
  readonly byModel = new Tally();
  readonly byAccount = new Tally();
  readonly firstTokens = new Tally();

  get isEmpty(): boolean {
    return this.byModel.isEmpty && this.byAccount.isEmpty && this.firstTokens.isEmpty;
  }

  addTo(other: Counts): void {
    this.byModel.addTo(other.byModel);
    this.byAccount.addTo(other.byAccount);
    this.firstTokens.addTo(other.firstTokens);
  }

  all(): Omit<OutcomeCounts, 'atMs'> {
    return {
      byModel: this.byModel
        .all()
        .map(({ hourMs, name, at, count }) => ({ hourMs, model: name, status: at, responses: count })),
      byAccount: this.byAccount
        .all()
        .map(({ hourMs, name, at, count }) => ({ hourMs, accountId: name, status: at, responses: count })),
      firstTokens: this.firstTokens
        .all()
        .map(({ hourMs, name, at, count }) => ({ hourMs, model: name, bucket: at, answers: count })),
    };
  }
}
