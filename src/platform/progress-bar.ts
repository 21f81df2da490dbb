/** One line on a terminal that is drawn over and over while something comes. */
import { describeTransfer, type Transfer, TransferRate } from '../lib/transfer-rate.ts';

type ProgressBar = {
  update(what: string, transfer: Transfer): void;
  /** Leaves the line as it is and goes to the next; harmless when nothing was drawn. */
  end(): void;
};

type Terminal = {
  readonly write: (text: string) => void;
  readonly columns: () => number;
  readonly nowMs: () => number;
};

const REDRAW_MS = 100;
const BAR_COLUMNS = 24;
const TO_LINE_START = '\r';
const ERASE_TO_LINE_END = '\x1b[K';

export function createProgressBar({ write, columns, nowMs }: Terminal): ProgressBar {
  const rate = new TransferRate();
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  let isOpen = false;

  return {
    update(what, transfer) {
      const atMs = nowMs();
      const figures = rate.see(transfer, atMs);
      const isLast = transfer.doneBytes >= transfer.totalBytes;
      if (atMs - drawnAtMs < REDRAW_MS && !isLast) return;
      drawnAtMs = atMs;
      isOpen = true;
      const filled = Math.floor((figures.percent / 100) * BAR_COLUMNS);
      const bar = `[${'#'.repeat(filled)}${' '.repeat(BAR_COLUMNS - filled)}]`;
      const line = `${bar} ${String(figures.percent).padStart(3)} %  ${describeTransfer(figures)}  ${what}`;
      // A line that is too long would wrap, and could not be drawn over.
      write(`${TO_LINE_START}${line.slice(0, Math.max(1, columns() - 1))}${ERASE_TO_LINE_END}`);
    },
    end() {
      if (isOpen) write('\n');
      isOpen = false;
      drawnAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}

/** On standard error, so that standard output stays for programs; nothing where there is no terminal. */
export function terminalProgressBar(): ProgressBar | undefined {
  const { stderr } = process;
  if (!stderr.isTTY) return undefined;
  return createProgressBar({
    write: (text) => void stderr.write(text),
    columns: () => stderr.columns || 80,
    nowMs: () => performance.now(),
  });
}
