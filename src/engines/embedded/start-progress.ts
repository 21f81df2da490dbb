/** The work of the embedded engine before it can answer: in the log, on a terminal, and for those who ask. */

import { describeTransfer, type Transfer, TransferRate } from '../../lib/transfer-rate.ts';
import type { Log } from '../../platform/telemetry/log.ts';

/** A message of its process. Bytes come only with a download. */
export type SaidProgress = { readonly what: string; readonly fraction: number } & Partial<Transfer>;

export type StartBar = { update(what: string, transfer: Transfer): void; end(): void };

const LOG_MS = 5000;

export class StartProgress {
  readonly #log: Log;
  readonly #bar: StartBar | undefined;
  readonly #nowMs: () => number;
  #rate = new TransferRate();
  #loggedAtMs = Number.NEGATIVE_INFINITY;
  #loggedTenth: number | undefined;
  #said: SaidProgress | undefined;

  constructor(log: Log, bar?: StartBar | undefined, nowMs: () => number = () => performance.now()) {
    this.#log = log;
    this.#bar = bar;
    this.#nowMs = nowMs;
  }

  /** Such as `downloading 43 %`, while there is something. No names of files: the answer is public. */
  get doing(): string | undefined {
    const said = this.#said;
    return said && `${said.what.split(' ')[0]} ${Math.floor(said.fraction * 100)} %`;
  }

  /** True where it may take longer than a request should wait. */
  get isLong(): boolean {
    const { doneBytes = 0, totalBytes = 0 } = this.#said ?? {};
    return doneBytes < totalBytes;
  }

  show(said: SaidProgress): void {
    this.#said = said;
    const { what, doneBytes, totalBytes } = said;
    if (doneBytes === undefined || totalBytes === undefined) this.#logTenth(said);
    // The line on the terminal takes the place of lines in the log, which would tear it apart.
    else if (this.#bar) this.#bar.update(what, { doneBytes, totalBytes });
    else this.#logTransfer(what, { doneBytes, totalBytes });
  }

  end(): void {
    this.#bar?.end();
    this.#said = undefined;
    this.#rate = new TransferRate();
  }

  #logTransfer(what: string, transfer: Transfer): void {
    const nowMs = this.#nowMs();
    const figures = this.#rate.see(transfer, nowMs);
    const isDone = transfer.doneBytes >= transfer.totalBytes;
    if (nowMs - this.#loggedAtMs < LOG_MS && !isDone) return;
    this.#loggedAtMs = nowMs;
    this.#log.info(figures, `embedded engine: ${what}: ${figures.percent} %, ${describeTransfer(figures)}`);
  }

  /** Short work: a line for every tenth is enough. */
  #logTenth({ what, fraction }: SaidProgress): void {
    const percent = Math.floor(fraction * 10) * 10;
    if (percent !== this.#loggedTenth) this.#log.info({ percent }, `embedded engine: ${what}`);
    this.#loggedTenth = percent;
  }
}
