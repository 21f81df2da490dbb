/**
 * Watches whether each model could answer, and records it for the status page: every few seconds in memory, once a minute
 * in the database. Nothing on the path of a request waits for it; a crash loses the counts of the running minute.
 */

import type { Engine, Engines } from '../../core/engine.ts';
import type { Catalogue } from '../../core/model.ts';
import { type Repeated, repeat } from '../../lib/repeat.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import { type ModelReading, type ModelState, minuteOf, SERVICE, type StatusRecords } from './rules.ts';

export type StatusRecorder = {
  chatEnded(chat: Omit<Parameters<Metrics['chatEnded']>[0], 'durationMs'>): void;
  /** How each model of the catalogue is, as last seen. */
  now(): ReadonlyMap<string, ModelState>;
  /** Looks at every model, and writes the last minute down when a new one has begun. */
  check(): Promise<void>;
  start(): void;
  /** Writes down what was counted in the minute that is running. */
  stop(): Promise<void>;
};

const EVERY_MS = 15_000;
/** The state of a model is judged by the answers of this many minutes. */
const RECENT_MINUTES = 10;
/** Fewer failures than this may be the fault of what was asked. */
const FAILED_MIN = 3;
const DISTURBED_FROM = 0.1;

type Counts = { checksUp: number; checksDown: number; answered: number; failed: number };

const ANSWERED: readonly string[] = ['finished', 'client-left'];
const FAILED: readonly string[] = ['engine-failed', 'no-engine'];

type Watched = {
  readonly records: Pick<StatusRecords, 'add'>;
  readonly catalogue: Pick<Catalogue, 'models'>;
  readonly engines: Pick<Engines, 'of'>;
};

export function createStatusRecorder(
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  { records, catalogue, engines }: Watched,
): StatusRecorder {
  const minutes = createMinutes(clock, records);
  const states = new Map<string, boolean>();
  let checks: Repeated | undefined;

  async function check(): Promise<void> {
    const models = [...catalogue.models.keys()];
    const asked = new Map<Engine, Promise<boolean>>();
    const seen = await Promise.all(models.map((id) => isUp(engines.of(id), asked)));
    for (const [at, model] of models.entries()) {
      states.set(model, seen[at]!);
      minutes.countsOf(model)[seen[at] ? 'checksUp' : 'checksDown'] += 1;
    }
    minutes.countsOf(SERVICE).checksUp += 1;
    await minutes.writeUntil(minuteOf(clock.nowMs()));
  }

  function stateOf(model: string): ModelState {
    if (states.get(model) === false) return 'down';
    const { answered, failed } = minutes.recent(model);
    if (failed < FAILED_MIN) return 'up';
    if (answered === 0) return 'down';
    return failed / (answered + failed) >= DISTURBED_FROM ? 'disturbed' : 'up';
  }

  const logFailure = (cause: unknown) =>
    log.warn({ cause }, 'what the status page shows could not be written; it is tried again');

  return {
    chatEnded: ({ model, outcome, structured }) => {
      // The engine has answered, and the schema may be one that no answer can keep to.
      if (ANSWERED.includes(outcome) || structured === 'failed') minutes.countsOf(model).answered += 1;
      else if (FAILED.includes(outcome)) minutes.countsOf(model).failed += 1;
    },
    now: () => new Map([...catalogue.models.keys()].map((id) => [id, stateOf(id)])),
    check,
    start: () => {
      checks = repeat({ everyMs: EVERY_MS, work: check, onFailure: logFailure });
    },
    stop: async () => {
      await checks?.stop();
      await minutes.writeUntil(minuteOf(clock.nowMs()) + 1).catch(logFailure);
    },
  };
}

/** Counts of the last minutes, by minute and then by model. */
function createMinutes(clock: Clock, records: Watched['records']) {
  const minutes = new Map<number, Map<string, Counts>>();
  let writtenBefore = minuteOf(clock.nowMs());
  let writing: Promise<void> = Promise.resolve();

  function countsOf(model: string): Counts {
    const minute = minuteOf(clock.nowMs());
    const models = minutes.get(minute) ?? new Map<string, Counts>();
    const counts = models.get(model) ?? { checksUp: 0, checksDown: 0, answered: 0, failed: 0 };
    minutes.set(minute, models.set(model, counts));
    return counts;
  }

  function recent(model: string): Pick<Counts, 'answered' | 'failed'> {
    const from = minuteOf(clock.nowMs()) - RECENT_MINUTES;
    let answered = 0;
    let failed = 0;
    for (const [minute, models] of minutes) {
      if (minute <= from) continue;
      answered += models.get(model)?.answered ?? 0;
      failed += models.get(model)?.failed ?? 0;
    }
    return { answered, failed };
  }

  /** Writes in turn: two at once would write a minute twice. */
  function writeUntil(minute: number): Promise<void> {
    const mine = writing.then(() => write(minute));
    writing = mine.catch(() => {});
    return mine;
  }

  /** A minute that could not be written is tried again with the next one. */
  async function write(until: number): Promise<void> {
    for (const one of [...minutes.keys()].filter((past) => past >= writtenBefore && past < until)) {
      const readings = [...minutes.get(one)!].map(([model, counts]) => readingOf(model, counts));
      await records.add(one, readings);
      writtenBefore = one + 1;
    }
    for (const past of minutes.keys()) if (past < until - RECENT_MINUTES) minutes.delete(past);
  }

  return { countsOf, recent, writeUntil };
}

/** An engine of several models is asked once. */
function isUp(engine: Engine | undefined, asked: Map<Engine, Promise<boolean>>): Promise<boolean> {
  if (!engine) return Promise.resolve(false);
  const known = asked.get(engine);
  if (known !== undefined) return known;
  const answer = engine.health().then(
    ({ ok }) => ok,
    () => false,
  );
  asked.set(engine, answer);
  return answer;
}

/** A minute is one of failure when most checks failed, or when several answers did and none was given. */
function readingOf(model: string, { checksUp, checksDown, answered, failed }: Counts): ModelReading {
  const allFailed = failed >= FAILED_MIN && answered === 0;
  return { model, isUp: checksUp >= checksDown && !allFailed, answered, failed };
}
