/** Files and batches as the owner of an account takes them away, in pieces: a file may be large, and results many. */

import type { Platform } from '../../platform/platform.ts';
import { batchToView } from './batch-view.ts';
import { type BatchFile, type BatchFiles, contentOf } from './files.ts';
import { resultOf } from './results.ts';
import { hasEnded, type ShownBatch } from './rules.ts';
import type { Batches } from './transactions.ts';

type Sources = { readonly batches: Batches; readonly batchFiles: BatchFiles };

const FILES_AT_ONCE = 100;
/** More than an account can have at once. */
const BATCHES_MAX = 100_000;

export function batchExports({ vault, clock }: Pick<Platform, 'vault' | 'clock'>, { batches, batchFiles }: Sources) {
  async function* files(accountId: string): AsyncGenerator<readonly BatchFile[], void> {
    for (let after: string | null = null; ; ) {
      const page = { limit: FILES_AT_ONCE, after, order: 'asc', purpose: null } as const;
      const found: readonly BatchFile[] = await batchFiles.list(accountId, page, clock.nowMs());
      if (found.length === 0) return;
      after = found.at(-1)!.id;
      yield found;
    }
  }

  async function* fileParts(accountId: string): AsyncGenerator<readonly object[], void> {
    for await (const page of files(accountId)) {
      for (const file of page) {
        let part = 0;
        for await (const content of contentOf({ files: batchFiles, vault }, file)) {
          yield [{ fileId: file.id, part, content }];
          part += 1;
        }
      }
    }
  }

  const allOf = async (accountId: string): Promise<readonly ShownBatch[]> =>
    (await batches.shown({ accountId, limit: BATCHES_MAX })).shown;

  async function* results(accountId: string): AsyncGenerator<readonly object[], void> {
    for (const batch of await allOf(accountId)) {
      if (!hasEnded(batch)) continue;
      for await (const lines of resultOf({ batches, vault }, batch, 'all')) {
        yield lines
          .trimEnd()
          .split('\n')
          .map((line) => ({ batchId: batch.id, result: JSON.parse(line) }));
      }
    }
  }

  return {
    files: { all: (accountId: string) => mapped(files(accountId), fileToExport) },
    fileParts: { all: fileParts },
    batches: {
      all: async function* (accountId: string) {
        const found = await allOf(accountId);
        if (found.length > 0) yield found.map(batchToView);
      },
    },
    batchResults: { all: results },
  };
}

const fileToExport = ({ id, purpose, filename, bytes, createdAtMs, expiresAtMs, of }: BatchFile) => ({
  id,
  purpose,
  filename,
  bytes,
  createdAtMs,
  expiresAtMs,
  ...(of && { batchId: of.batchId }),
});

async function* mapped<T>(
  pages: AsyncIterable<readonly T[]>,
  to: (one: T) => object,
): AsyncGenerator<readonly object[], void> {
  for await (const page of pages) yield page.map(to);
}
