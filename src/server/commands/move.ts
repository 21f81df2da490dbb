/** `move`: takes the database to another place, for an operator who has outgrown SQLite, and back. */
import { resolve } from 'node:path';
import { type Options, type Report, required, UsageError } from '../../platform/commands/command.ts';
import type { MovedRows, MoveProgress } from '../../platform/database/database-move.ts';
import { type DatabasePlace, nameOf } from '../../platform/database/database-place.ts';
import { terminalProgressBar } from '../../platform/progress-bar.ts';

const FORM = '--to must be postgres://user:password@host:port/database, or sqlite:FOLDER for a data folder.';

type Moving = {
  readonly from: DatabasePlace;
  /** Takes everything there and proves it. */
  readonly run: (to: DatabasePlace, onProgress: (progress: MoveProgress) => void) => Promise<MovedRows>;
  readonly nowMs: () => number;
};

export async function move(options: Options, { from, run, nowMs }: Moving): Promise<Report> {
  const to = targetOf(required(options, 'to'), from);
  if (nameOf(to) === nameOf(from)) throw new UsageError('--to names the database that is in use now.');
  const show = options.json ? SILENT : shower();
  const begunAtMs = nowMs();
  let tables: MovedRows;
  try {
    tables = await run(to, show.update);
  } finally {
    show.end();
  }
  const seconds = Math.round((nowMs() - begunAtMs) / 100) / 10;
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const text = [
    `Moved ${rows} rows of ${Object.keys(tables).length} tables to ${nameOf(to)} in ${seconds} s. ` +
      'Every row is the same there, and the ledger is right.',
    ...nextSteps(to, from),
  ];
  return { json: { from: nameOf(from), to: nameOf(to), rows, seconds, tables }, text: text.join('\n') };
}

/** A word without its kind could be a misspelt address, and would become a folder. */
function targetOf(written: string, from: DatabasePlace): DatabasePlace {
  if (written.startsWith('sqlite:')) {
    const folder = written.slice('sqlite:'.length);
    if (folder === '') throw new UsageError(FORM);
    return { ...from, databaseUrl: '', dataDir: resolve(folder) };
  }
  const url = URL.parse(written);
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || url.pathname.length < 2) throw new UsageError(FORM);
  return { ...from, databaseUrl: written };
}

function nextSteps(to: DatabasePlace, from: DatabasePlace): readonly string[] {
  const archived = 'Files of "boreal archive" stay where they are.';
  if (to.databaseUrl) {
    return [
      `Set BOREAL_DATABASE_URL to it, BOREAL_SECRET to the secret of this service (without one in the configuration it ` +
        `is in ${from.dataDir}/secret), and start. What was here refuses to serve.`,
      archived,
    ];
  }
  return [
    `Set BOREAL_DATA_DIR to ${to.dataDir}, take BOREAL_DATABASE_URL away, and start. What was in PostgreSQL refuses to ` +
      'serve. The secret is in the folder, too.',
    archived,
  ];
}

const LINE_MS = 5000;
const SILENT = { update: () => {}, end: () => {} };

/** A bar on a terminal, and otherwise a line for each step and every few seconds; both on standard error. */
function shower() {
  const bar = terminalProgressBar();
  let shownAtMs = 0;
  let shownStep = '';
  return {
    update: (progress: MoveProgress) => {
      const percent = progress.total === 0 ? 100 : Math.floor((progress.done / progress.total) * 100);
      if (bar) return bar.show(percent, said(progress));
      if (progress.step === shownStep && performance.now() - shownAtMs < LINE_MS) return;
      shownAtMs = performance.now();
      shownStep = progress.step;
      console.error(`${percent} %: ${said(progress)}`);
    },
    end: () => bar?.end(),
  };
}

function said({ step, part, done, total }: MoveProgress): string {
  if (step === 'rebuild') return `bring back indexes and guards, ${done} of ${total}`;
  if (step === 'audit') return `audit, ${done} of ${total} checks`;
  return `${step} ${part}, ${done} of ${total} rows`;
}
