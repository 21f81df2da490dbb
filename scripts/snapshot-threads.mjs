/** The programs of threads that a snapshot holds, and what starts them from it. */
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const THREADS = [
  'src/server/stores/store-worker.ts',
  'src/platform/log-backup/ship-worker.ts',
  'src/gateway/edge/chat-reader-worker.ts',
  'src/features/invoices/pdf-worker.ts',
  'src/ledger/audit/audit-worker.ts',
];

/** The text of a module that starts threads, so that they are those of the snapshot in the folder. */
export const withThreadsOf = (folder, text) =>
  THREADS.map((path) => basename(path, '.ts')).reduce(
    (changed, name) =>
      changed.replace(
        `new URL('./${name}.ts', import.meta.url)`,
        `new URL(${JSON.stringify(pathToFileURL(resolve(join(folder, `${name}.js`))).href)})`,
      ),
    text,
  );
