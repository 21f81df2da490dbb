import type { EngineHealth, Engines } from '../core/engine.ts';
import type { Clock } from '../platform/clock.ts';
import { BACKUP_LATE_MS } from '../platform/log-backup/log-backup.ts';

type Asked = {
  readonly engines: Engines;
  readonly isStopping: () => boolean;
  readonly checkStore: () => Promise<void>;
  /** The problem of this machine's clock, if it has one; requests are served all the same. */
  readonly clockProblem?: () => string | undefined;
  /** A service that has no models yet can be reached, so that an operator adds the first. */
  readonly hasModels?: () => boolean;
  /** The problems of engines that operators have set: the rest is served all the same. */
  readonly engineProblems?: () => readonly string[];
  /** Where the log is backed up. */
  readonly backupAgeMs?: (() => number) | undefined;
};

const BELIEVED_MS = 1000;

/** Readiness to serve a completion now: not stopping, the database answers, and at least one engine does. */
export function createReadiness(
  clock: Clock,
  { engines, isStopping, checkStore, clockProblem, engineProblems, backupAgeMs, hasModels = () => true }: Asked,
) {
  let asked:
    | { readonly atMs: number; readonly health: Promise<readonly (EngineHealth & { name: string })[]> }
    | undefined;

  /** Probes may come from many places; engines are asked at most once a second. */
  function health(): Promise<readonly (EngineHealth & { name: string })[]> {
    const nowMs = clock.monotonicMs();
    if (!asked || nowMs - asked.atMs > BELIEVED_MS) {
      const all = [...engines.all()].map(async ([name, engine]) => ({ name, ...(await engine.health()) }));
      asked = { atMs: nowMs, health: Promise.all(all) };
    }
    return asked.health;
  }

  const readiness = async (): Promise<{ readonly ready: boolean; readonly problems: readonly string[] }> => {
    if (isStopping()) return { ready: false, problems: ['the server is stopping'] };
    const problems: string[] = [];
    await checkStore().catch(() => problems.push('the database does not answer or cannot be written'));
    const isStoreReady = problems.length === 0;
    const all = await health();
    for (const { ok, name, doing } of all) {
      if (!ok) problems.push(doing ? `engine ${name} is not ready: ${doing}` : `engine ${name} does not answer`);
    }
    const isEmpty = !hasModels();
    if (isEmpty) problems.push('there are no models yet: add the first one');
    else if (all.length === 0) problems.push('no engine is configured');
    const clockIs = clockProblem?.();
    if (clockIs) problems.push(clockIs);
    const wrong = engineProblems?.().length ?? 0;
    if (wrong > 0) problems.push(`changes of engines that are wrong: ${wrong}; see the page of engines`);
    if (backupAgeMs && backupAgeMs() > BACKUP_LATE_MS)
      problems.push(`nothing was backed up for ${Math.floor(backupAgeMs() / 60_000)} minutes`);
    return { ready: isStoreReady && (isEmpty || all.some((engine) => engine.ok)), problems };
  };
  /** `engines`: how each of them is, as last asked. */
  return Object.assign(readiness, { engines: health });
}
