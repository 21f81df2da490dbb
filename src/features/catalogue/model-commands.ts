/** `model fetch`: brings a model of the hub to the disk, ahead of the server's next start. */
import { statSync } from 'node:fs';
import { parseModelReference } from '../../core/model-reference.ts';
import { describeTransfer, sizeOf, type Transfer, TransferRate } from '../../lib/transfer-rate.ts';
import { type Report, UsageError } from '../../platform/commands/command.ts';
import { terminalProgressBar } from '../../platform/progress-bar.ts';

type Fetching = {
  readonly fetchModel: (reference: string, onProgress: (name: string, transfer: Transfer) => void) => Promise<string>;
  /** Programs want the result alone; people want to see that something happens. */
  readonly audience: 'programs' | 'people';
};

const LINE_MS = 5000;

export async function modelFetch(reference: string, { fetchModel, audience }: Fetching): Promise<Report> {
  const parsed = parseModelReference(reference);
  if (parsed.kind === 'problem') throw new UsageError(parsed.problem);
  if (parsed.kind === 'file') {
    throw new UsageError(`"${reference}" is a path, not a model on the hub: write hf:owner/name:Q4_K_M, for example.`);
  }
  const show = audience === 'people' ? shower() : { update: () => {}, end: () => {} };
  try {
    const path = await fetchModel(reference, (name, transfer) => show.update(`downloading ${name}`, transfer));
    show.end();
    const bytes = statSync(path).size;
    return { json: { reference, path, bytes }, text: `${reference} is in ${path} (${sizeOf(bytes)}), checked.` };
  } finally {
    show.end();
  }
}

/** A bar on a terminal, and otherwise a line every few seconds; both on standard error. */
function shower() {
  const bar = terminalProgressBar();
  if (bar) return bar;
  const rate = new TransferRate();
  let shownAtMs = Number.NEGATIVE_INFINITY;
  return {
    update: (what: string, transfer: Transfer) => {
      const nowMs = performance.now();
      const figures = rate.see(transfer, nowMs);
      if (nowMs - shownAtMs < LINE_MS && transfer.doneBytes < transfer.totalBytes) return;
      shownAtMs = nowMs;
      console.error(`${what}: ${figures.percent} %, ${describeTransfer(figures)}`);
    },
    end: () => {},
  };
}
