import { expect, test } from 'bun:test';
import { BUYER } from '../../../test/support/known-buyers.ts';
import { SELLER_SETTING } from '../../../test/support/known-sellers.ts';
import { startSettings } from '../../../test/support/settings-service.ts';
import { parseCzk } from '../../core/money.ts';

const PAYMENTS = { bank: { iban: 'CZ6508000000192000145399', name: 'Boreal' }, seller: SELLER_SETTING };
const PATH = 'GET /api/statements/2026-11/csv';

test('a statement is there as a file that names the seller and the buyer by their numbers, and opens in Czech columns', async () => {
  await using service = await startSettings({ payments: PAYMENTS });
  const about = { accountId: 'acc_anna', actor: 'test', atMs: service.clock.nowMs() };
  await service.stores.credits.correct({ ...about, amount: parseCzk('-12.345'), reason: '=a; mistake' });
  await service.stores.buyers.set({ accountId: 'acc_anna', buyer: BUYER, atMs: about.atMs });

  const response = await service.anna.open(PATH);
  const plain = await response.text();
  const czech = await (await service.anna.open(PATH, { query: { for: 'excel-cs' } })).text();

  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="boreal-statement-2026-11.csv"');
  const lines = plain.split('\r\n');
  expect(lines).toContain('seller,IČO,27082440,,,,');
  expect(lines).toContain('seller,DIČ,CZ27082440,,,,');
  expect(lines).toContain('buyer,IČO,12345679,,,,');
  expect(lines).toContain('buyer,DIČ,CZ12345679,,,,');
  expect(lines).toContain('balance,closing,,,,,987.655');
  expect(czech).toContain('balance;closing;;;;;987,655\r\n');
  expect(czech).toMatch(/^movement;correction;".*'?=a;'? mistake";/m);
});

test('a month that an account does not have has no file', async () => {
  await using service = await startSettings();

  expect((await service.anna.open('GET /api/statements/2026-10/csv')).status).toBe(404);
});
