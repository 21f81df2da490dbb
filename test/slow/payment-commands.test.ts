/** `boreal voucher …` and `boreal order …` beside a running server, and a person who uses what they made. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { BANK_FILE_WRITERS } from '../support/bank-files.ts';
import { type PageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { runBoreal } from '../support/service-process.ts';

const PAYMENTS = JSON.stringify({ bank: { iban: 'CZ6508000000192000145399', name: 'Seller' } });
let dataDir: string;
let service: TestService;
let anna: PageClient;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'boreal-payments-'));
  service = await startService({ dataDir, env: { BOREAL_PAYMENTS: PAYMENTS } });
  anna = await signedUp(service, 'anna@example.com');
});
afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const boreal = async (words: string) => {
  const ran = await runBoreal(words.split(' '), { BOREAL_DATA_DIR: dataDir, BOREAL_PAYMENTS: PAYMENTS });
  return { ...ran, json: ran.code === 0 ? (JSON.parse(ran.stdout) as Readonly<Record<string, never>>) : undefined };
};
const credit = async () => (await anna.get('/api/billing')).json.creditCzk;

describe('a voucher made by command', () => {
  test('is redeemed on the page, is listed as used, and cannot be used after it is revoked', async () => {
    const first = await boreal('voucher create --czk 100 --uses 2 --json');
    const second = await boreal('voucher create --tokens 1000 --days 30 --json');
    await boreal(`voucher revoke --voucher ${second.json!.id} --json`);

    const redeemed = await anna.post('/api/vouchers/redeem', { code: first.json!.code });
    const refused = await anna.post('/api/vouchers/redeem', { code: second.json!.code });

    expect(redeemed.json).toEqual({ gift: { kind: 'credit', czk: '100' } });
    expect([refused.status, refused.json.error?.code]).toEqual([400, 'voucher_invalid']);
    expect(await credit()).toBe('100');
    expect((await boreal('voucher list --json')).json!.vouchers).toMatchObject([
      { kind: 'package', uses: 0 },
      { kind: 'credit', uses: 1, usesMax: 2 },
    ]);
  });

  test.each([
    'voucher create --json',
    'voucher create --czk 1 --plan pro',
    'voucher create --tokens 5',
    'voucher create --czk 5 --months 2',
    'voucher create --czk 5 --uses 0',
    'voucher revoke --voucher vou_unknown',
  ])('is refused: %s', async (words) => {
    expect((await boreal(words)).code).toBe(2);
  });
});

describe('a bank order', () => {
  test('is listed, confirmed by its variable symbol with the right amount only, and given once', async () => {
    const before = Number(await credit());
    const { order } = (await anna.post('/api/orders', { offer: 'credit-500', method: 'bank' })).json as {
      order: { id: string; bank: { variableSymbol: string } };
    };
    const symbol = order.bank.variableSymbol;

    expect((await boreal('order list --status open --json')).json!.orders).toMatchObject([{ id: order.id }]);
    expect((await boreal(`order confirm --order ${symbol} --czk 499`)).code).toBe(2);
    const confirmed = await boreal(`order confirm --order ${symbol} --czk 500 --json`);
    const again = await boreal(`order confirm --order ${order.id} --czk 500 --json`);

    expect(confirmed.json).toMatchObject({
      status: 'paid',
      again: false,
      invoiceNumber: expect.stringMatching(/-00001$/),
    });
    expect(again.json).toMatchObject({ again: true });
    expect(Number(await credit())).toBe(before + 500);
  });
});

describe('the documents of a month by command', () => {
  const month = new Date().toISOString().slice(0, 7);

  test('are a new file for its owner alone, and one that is there is not touched', async () => {
    const file = join(dataDir, 'documents.zip');

    const written = await boreal(`document export --month ${month} --to ${file} --json`);
    const again = await boreal(`document export --month ${month} --to ${file} --json`);

    expect(written.json).toMatchObject({ month, file, bytes: statSync(file).size });
    expect(Object.keys(unzipSync(readFileSync(file)))).toContain('documents.csv');
    expect([again.code, statSync(file).mode & 0o777]).toEqual([2, 0o600]);
  });

  test.each([
    'document export --month 2026-13 --to x.zip',
    'document export --to x.zip',
    'document export --month 2026-11',
  ])('are refused: %s', async (words) => {
    expect((await boreal(words)).code).toBe(2);
  });
});

describe('a bank statement imported by command', () => {
  const write = (name: string, bytes: Uint8Array): string => {
    const path = join(dataDir, name);
    writeFileSync(path, bytes);
    return path;
  };
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Prague' }).format(Date.now());

  test('confirms the order beside a running server, once, and lists what did not match', async () => {
    const ordered = await anna.post('/api/orders', { offer: 'credit-1000', method: 'bank' });
    const { bank } = (ordered.json as unknown as { order: { bank: { variableSymbol: string } } }).order;
    const before = Number(await credit());
    const movements = [
      { day, amount: '1000', symbol: bank.variableSymbol, id: 1 },
      { day, amount: '1000', symbol: '404', id: 2 },
    ];
    const gpc = write('day.gpc', BANK_FILE_WRITERS.gpc(movements));
    const camt = write('day.xml', BANK_FILE_WRITERS.camt(movements));

    const first = await boreal(`bank import --file ${gpc} --json`);
    const second = await boreal(`bank import --file ${camt} --format camt --json`);

    expect(first.json).toMatchObject({ format: 'gpc', movements: 2, added: 2, confirmed: 1, unmatched: 1 });
    expect(second.json).toMatchObject({ format: 'camt', movements: 2, added: 0, confirmed: 0 });
    expect(Number(await credit()) - before).toBe(1000);
    const { movements: waiting } = (await boreal('bank list --state unmatched --json')).json!;
    expect(waiting).toMatchObject([{ variableSymbol: '404', problem: 'unknown-symbol', amount: '1000' }]);
  });

  test('has movements that are assigned to an order, or set aside', async () => {
    const ordered = await anna.post('/api/orders', { offer: 'credit-500', method: 'bank' });
    const { id } = (ordered.json as unknown as { order: { id: string } }).order;
    const file = write(
      'slips.csv',
      BANK_FILE_WRITERS.csv([
        { day, amount: '500', symbol: '1', id: 1 },
        { day, amount: '3', symbol: '2', id: 2 },
      ]),
    );
    await boreal(`bank import --file ${file} --json`);
    const { movements } = (await boreal('bank list --state unmatched --json')).json!;
    const find = (symbol: string) =>
      (movements as unknown as readonly { id: string; variableSymbol: string }[]).find(
        (one) => one.variableSymbol === symbol,
      )!.id;

    const assigned = await boreal(`bank assign --movement ${find('1')} --order ${id} --reason slip --json`);
    const aside = await boreal(`bank set-aside --movement ${find('2')} --reason gift --json`);

    expect([assigned.json, aside.json]).toMatchObject([{ state: 'matched', orderId: id }, { state: 'set-aside' }]);
  });

  test.each([
    ['bank import --json', '--file is missing'],
    ['bank import --file /nowhere/x.gpc --json', 'cannot be read'],
    ['bank import --file FILE --format pdf --json', '--format must be one of'],
    ['bank import --file FILE --format gpc --json', '074'],
    ['bank import --file OTHER --json', 'of the account 0000001000000005'],
    ['bank import --file HUGE --json', 'larger than 2 MiB'],
    ['bank assign --movement mov_1 --order 1 --reason x --json', 'no movement mov_1'],
  ])('%s is refused in one sentence', async (words, problem) => {
    const files = {
      FILE: write('file.txt', new TextEncoder().encode('hello')),
      OTHER: write('other.gpc', BANK_FILE_WRITERS.gpc([], 'CZ0720100000001000000005')),
      HUGE: write('huge.csv', new Uint8Array(2 * 1024 * 1024 + 1)),
    };
    const { code, stderr } = await boreal(
      Object.entries(files).reduce((text, [name, path]) => text.replace(name, path), words),
    );

    expect(code).toBe(2);
    expect(stderr).toContain(problem);
    expect(stderr.trim().split('\n').length).toBe(1);
  });
});

describe('a withdrawal', () => {
  test('is made for a consumer who has written, listed, and marked as sent once', async () => {
    const { order } = (await anna.post('/api/orders', { offer: 'credit-100', method: 'bank' })).json as {
      order: { id: string };
    };
    await boreal(`order confirm --order ${order.id} --czk 100 --json`);

    const made = await boreal(`order withdraw --order ${order.id} --name Anna --json`);
    const listed = await boreal('withdrawal list --json');
    const sent = await boreal(`withdrawal sent --order ${order.id} --json`);
    const again = await boreal(`withdrawal sent --order ${order.id} --json`);

    expect(made.json!.declared).toMatchObject({ name: 'Anna', email: 'anna@example.com', refundCzk: '100' });
    expect(listed.json!.withdrawals).toMatchObject([{ orderId: order.id, sentAt: null }]);
    expect(sent.json!.action).toMatchObject({ kind: 'send-refund', actor: 'cli' });
    expect(again.json).toEqual(sent.json);
  });
});

test('a quarter for the one-stop shop is written into a file', async () => {
  const path = join(dataDir, 'oss.csv');

  const { code } = await boreal(`document oss --quarter 2026-Q4 --to ${path} --json`);

  expect([code, readFileSync(path, 'utf8')]).toEqual([0, expect.stringContaining('quarter,country,rate_percent')]);
});
