/** Fio's API for movements. It answers once in 30 seconds for a token, and gives whole days, so nothing is lost by a failure. */

import { readUpTo } from '../../lib/read-up-to.ts';
import { BANK_FILE_BYTES_MAX, type BankFile } from './bank.ts';
import { readFioJson } from './fio-json.ts';

type FioSettings = { readonly token: string; readonly apiUrl: string };

/** Days such as `2026-11-16`, both included. */
type Days = { readonly from: string; readonly to: string };

type FetchMovements = (days: Days, signal: AbortSignal) => Promise<BankFile>;

const ANSWER_MS = 30_000;

const MEANINGS: Readonly<Record<number, string>> = {
  404: 'the address is wrong',
  409: 'it was asked less than 30 seconds ago; another program may use the same token',
  413: 'there are too many movements',
  422: 'the days are too long ago',
  500: 'the token is wrong or not active',
};

export const createFioClient =
  ({ token, apiUrl }: FioSettings): FetchMovements =>
  async ({ from, to }, signal) => {
    const response = await ask(`${apiUrl}/periods/${token}/${from}/${to}/transactions.json`, signal);
    if (!response.ok) {
      await response.body?.cancel();
      const meaning = MEANINGS[response.status];
      throw new Error(`Fio answered ${response.status}${meaning ? `: ${meaning}` : ''}.`);
    }
    const bytes = await readUpTo(response.body, BANK_FILE_BYTES_MAX);
    if (!bytes) throw new Error('Fio sent more than a statement may have.');
    return readFioJson(bytes);
  };

/** The token is a part of the address, so no failure of ours may show it. */
async function ask(address: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
  } catch (cause) {
    throw new Error(`Fio could not be asked: ${cause instanceof Error ? cause.name : 'failure'}.`);
  }
}
