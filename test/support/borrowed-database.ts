/** Connections of a test for a server that uses them as if they were its own: to open its own takes longer than its start. */
import type { Database } from '../../src/platform/database/database.ts';

type Work = (...values: never[]) => Promise<unknown>;

/** Closing it waits for what runs, closes no connection, and refuses what is asked for later. */
export function borrowed(db: Database): Database {
  const running = new Set<Promise<unknown>>();
  let isClosed = false;

  const counted = <W extends Work>(work: W): W =>
    (async (...values: Parameters<W>) => {
      if (isClosed) throw new Error('The server has closed its connections.');
      const answer = work(...values);
      running.add(answer);
      try {
        return await answer;
      } finally {
        running.delete(answer);
      }
    }) as W;
  const countedOn = ({ sql, transaction }: Pick<Database, 'sql' | 'transaction'>) => ({
    sql: { ...sql, all: counted(sql.all), one: counted(sql.one), run: counted(sql.run) },
    transaction: counted(transaction),
  });

  return {
    ...db,
    ...countedOn(db),
    serving: countedOn(db.serving),
    snapshot: counted(db.snapshot),
    alone: counted(db.alone),
    close: async () => {
      isClosed = true;
      await Promise.allSettled(running);
    },
  };
}
