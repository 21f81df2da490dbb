/** Asks Fio for movements on a timer. */
import { pollBank } from '../features/bank/bank-polling.ts';
import { createFioClient } from '../features/bank/fio.ts';
import { repeat } from '../lib/repeat.ts';
import type { Platform } from '../platform/platform.ts';
import type { Config } from './configuration/config.ts';
import type { Stores } from './stores/stores.ts';

export type Polling = { stop(): Promise<void> };

/** Undefined where the configuration has no token. */
export function startBankPolling(
  { payments, shop }: Config,
  platform: Platform,
  { bankMovements, attempts }: Pick<Stores, 'bankMovements' | 'attempts'>,
): Polling | undefined {
  const fio = payments.bank?.fio;
  if (!fio?.token) return undefined;
  const end = new AbortController();
  const everyMs = fio.everySeconds * 1000;
  const bank = () => shop.bank;
  const polled = { bankMovements, attempts, bank, fetchMovements: createFioClient(fio), everyMs, days: fio.days };
  const polling = repeat({
    everyMs,
    work: () => pollBank(platform, polled, end.signal),
    onFailure: (cause) => {
      if (end.signal.aborted) return;
      platform.log.error({ cause }, 'the bank could not be asked for movements; it is tried again');
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
