/** The results of batches as they are read, and what becomes of them when a batch ends. */

import type { Vault } from '../../core/vault.ts';
import type { Clock, Ids } from '../../platform/clock.ts';
import type { BatchFile } from './files.ts';
import { type Batch, type LineEnd, sealedAs } from './rules.ts';
import type { Batches } from './transactions.ts';
import { writtenLine } from './wire.ts';

type Reading = { readonly batches: Pick<Batches, 'ended' | 'find'>; readonly vault: Vault };

const FAILED: readonly LineEnd[] = ['errored', 'cancelled', 'expired'];
const ENDS = { succeeded: ['succeeded'], failed: FAILED, all: ['succeeded', ...FAILED] } as const;

/** The lines of a result, in pieces of many lines: it is never whole in memory. */
export async function* resultOf(
  { batches, vault }: Reading,
  batch: Batch,
  which: keyof typeof ENDS,
): AsyncGenerator<string, void> {
  for (let last = 0; ; ) {
    const lines = await batches.ended(batch.id, ENDS[which], last);
    if (lines.length === 0) return;
    last = lines.at(-1)!.line;
    const written: string[] = [];
    for (const line of lines) {
      const about = sealedAs({ batchId: batch.id, line: line.line }, 'result');
      const opened = line.result === null ? null : await vault.open(batch.accountId, about, line.result);
      written.push(writtenLine(batch, line, opened));
    }
    yield written.join('');
  }
}

/** The content of a file that a batch has left. */
export async function* resultOfFile(reading: Reading, { accountId, of }: BatchFile): AsyncGenerator<string, void> {
  const batch = of && (await reading.batches.find(accountId, of.batchId));
  if (batch) yield* resultOf(reading, batch, of.lines);
}

type Keeping = {
  readonly clock: Clock;
  /** In the order of time, as lists of files are. */
  readonly requestIds: Ids;
  readonly limits: { readonly fileMs: number };
};

/** With the last line its batch ends: the ids of the files that its results become, and how long they are kept. */
export const keptBy = ({ clock, requestIds, limits }: Keeping) => ({
  nowMs: clock.nowMs(),
  keepMs: limits.fileMs,
  outputId: requestIds.next('file-'),
  errorId: requestIds.next('file-'),
});
