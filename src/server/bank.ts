/** Bank statements: reading files, and asking Fio for movements on a timer. */
import type { Attempts } from '../core/people.ts';
import type { BankImportParts } from '../features/bank/bank-import.ts';
import { pollBank } from '../features/bank/bank-polling.ts';
import { createFioClient } from '../features/bank/fio.ts';
import { repeat } from '../lib/repeat.ts';
import type { Config } from './configuration/config.ts';

type PollingParts = BankImportParts & { readonly attempts: Attempts };

export type Polling = { stop(): Promise<void> };

/** Undefined where the configuration has no token. */
export function startBankPolling({ payments }: Config, parts: PollingParts): Polling | undefined {
  const fio = payments.bank?.fio;
  if (!fio?.token) return undefined;
  const end = new AbortController();
  const everyMs = fio.everySeconds * 1000;
  const about = { ...parts, fetchMovements: createFioClient(fio), everyMs, days: fio.days };
  const polling = repeat({
    everyMs,
    work: () => pollBank(about, end.signal),
    onFailure: (cause) => {
      if (!end.signal.aborted)
        parts.log.error({ cause }, 'the bank could not be asked for movements; it is tried again');
    },
  });
  polling.turn();
  return {
    stop: () => {
      end.abort();
      return polling.stop();
    },
  };
}
