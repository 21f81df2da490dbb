/** Backs the log of SQLite up while the server runs: the thread for it, and how old the backup is. */
import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import type { LogWish, ShippedPiece } from '../database/log-restart.ts';
import type { Log } from '../telemetry/log.ts';
import type { FromShipWorker, ShipWorkerData, ToShipWorker } from './ship-worker.ts';

export type LogBackup = {
  /** How long ago everything was in the folder. */
  ageMs(): number;
  /** Ships what is left. Waits for a folder that does not answer only for a while. */
  close(): Promise<void>;
};

/** So long after the last increment, something is wrong. */
export const BACKUP_LATE_MS = 300_000;
const CLOSE_MS_MAX = 10_000;

type Parts = {
  readonly settings: ShipWorkerData;
  readonly readLog: (wish: LogWish) => Promise<ShippedPiece>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Pick<Log, 'error' | 'info'>;
};

export function startLogBackup({ settings, readLog, clock, log }: Parts): LogBackup {
  const worker = new Worker(new URL('./ship-worker.ts', import.meta.url), { workerData: settings });
  const closed = Promise.withResolvers<void>();
  let shippedAtMs = clock.monotonicMs();
  let lastProblem: string | undefined;
  const send = (message: ToShipWorker, moved: ArrayBuffer[] = []): void => worker.postMessage(message, moved);

  async function answer(wish: LogWish): Promise<void> {
    try {
      const piece = await readLog(wish);
      send({ log: piece }, [piece.pages.buffer]);
    } catch (error) {
      send({ logError: String(error) });
    }
  }

  function tell(problem: string): void {
    if (problem !== lastProblem) log.error({ folder: settings.folder, problem }, 'the log is not backed up');
    lastProblem = problem;
  }

  worker.on('message', (message: FromShipWorker) => {
    if (message === 'closed') closed.resolve();
    else if ('readLog' in message) void answer(message.readLog);
    else if ('problem' in message) tell(message.problem);
    else {
      shippedAtMs = clock.monotonicMs();
      if (lastProblem !== undefined) log.info({ folder: settings.folder }, 'the log is backed up again');
      lastProblem = undefined;
    }
  });
  worker.on('error', (error) => tell(String(error)));
  worker.on('exit', () => closed.resolve());

  return {
    ageMs: () => clock.monotonicMs() - shippedAtMs,
    close: async () => {
      send('close');
      const giveUp = setTimeout(closed.resolve, CLOSE_MS_MAX);
      await closed.promise;
      clearTimeout(giveUp);
      await worker.terminate();
    },
  };
}
