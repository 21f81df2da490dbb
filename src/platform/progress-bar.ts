/** One line on a terminal that is drawn over and over while something comes. */
import { describeTransfer, type Transfer, TransferRate } from '../lib/transfer-rate.ts';

type ProgressBar = {
  update(what: string, transfer: Transfer): void;
  /** For what is counted in something else than bytes. */
  show(percent: number, said: string): void;
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

  const draw = (percent: number, said: string): void => {
    drawnAtMs = nowMs();
    isOpen = true;
    const filled = Math.floor((percent / 100) * BAR_COLUMNS);
    const bar = `[${'#'.repeat(filled)}${' '.repeat(BAR_COLUMNS - filled)}]`;
    const line = `${bar} ${String(percent).padStart(3)} %  ${said}`;
    // A line that is too long would wrap, and could not be drawn over.
    write(`${TO_LINE_START}${line.slice(0, Math.max(1, columns() - 1))}${ERASE_TO_LINE_END}`);
  };

  return {
    update(what, transfer) {
      const atMs = nowMs();
      const figures = rate.see(transfer, atMs);
      const isLast = transfer.doneBytes >= transfer.totalBytes;
      if (atMs - drawnAtMs >= REDRAW_MS || isLast) draw(figures.percent, `${describeTransfer(figures)}  ${what}`);
    },
    show(percent, said) {
      if (nowMs() - drawnAtMs >= REDRAW_MS || percent >= 100) draw(percent, said);
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
