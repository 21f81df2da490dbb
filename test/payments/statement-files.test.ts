/** The only files that are uploaded: statements of the bank, by operators. */
import { expect, test } from 'bun:test';
import { BANK_FILE_BYTES_MAX } from '../../src/features/bank/bank.ts';
import { paymentsForEachTest } from './payments.fixture.ts';

const payments = paymentsForEachTest();

const upload = (bytes: Uint8Array, name = 'statement.csv') =>
  payments.service.olga.ask('POST /api/operator/bank/statements', {
    body: { id: 'statement-of-files-1', name, base64: Buffer.from(bytes).toString('base64') },
  });

test('a file of more than 2 MiB is refused before it is read', async () => {
  const { status, error } = await upload(new Uint8Array(BANK_FILE_BYTES_MAX + 3));

  expect([status, error?.param]).toEqual([400, 'base64']);
  expect(error?.message).toContain('at most 2 MiB');
});

test.each([
  ['a page with a script', '<!doctype html><script>alert(1)</script>'],
  ['a program', '\u007fELF\u0002\u0001\u0001'],
  ['XML that would fetch a file', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document>&b;</Document>'],
])('%s under any name is no statement, and nothing of it is kept or shown', async (_, text) => {
  const { status, error } = await upload(new TextEncoder().encode(text), '../../statement.html');

  expect([status, error?.code]).toEqual([400, 'statement_invalid']);
  expect(JSON.stringify(error)).not.toContain('alert');
  expect(JSON.stringify(error)).not.toContain('root:');
  const { body } = await payments.service.olga.ask('GET /api/operator/bank/movements', { query: {} });
  expect(body.movements).toEqual([]);
});
