/** All documents of a month in one file, as accountants get it, on both databases. */
import { describe, expect } from 'bun:test';
import { strFromU8, unzipSync } from 'fflate';
import { test } from '../support/databases.ts';
import { documentExportOf } from '../support/document-export.ts';
import { isdocProblems } from '../support/isdoc-schema.ts';
import { BUYER } from '../support/known-buyers.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { pdfText } from '../support/pdf-text.ts';
import { refundEvent, sessionEvent } from '../support/stripe-events.ts';
import { type Payments, startPayments } from './payments.fixture.ts';

const ROUTE = 'GET /api/operator/documents.zip';
const LONG_MS = 600_000;
const open = () => startPayments({ seller: SELLER_SETTING });

async function pay({ service, buy, tell }: Payments, number: number): Promise<void> {
  const { order, session } = await buy(service.anna, 'credit-100');
  const about = { session, order, hellers: 10_000, payment: `pi_${number}` };
  expect((await tell(sessionEvent(`evt_${number}`, 'completed', about))).outcome).toBe('done');
}

const monthOf = ({ service }: Payments) => new Date(service.clock.nowMs()).toISOString().slice(0, 7);
const filesIn = (bytes: Uint8Array): Readonly<Record<string, Uint8Array>> => unzipSync(bytes);

describe('the export of a month', () => {
  test(
    'has each document as PDF and ISDOC, and a row of the list whose sums are what was kept',
    async () => {
      await using payments = await open();
      const { anna, olga } = payments.service;
      await anna.ask('PATCH /api/buyer', { body: { ...BUYER, name: '=cmd|" /C calc"!A0' } });
      for (const number of [1, 2]) await pay(payments, number);
      await payments.tell(refundEvent('evt_refund', 'pi_1', 3_333));

      const answer = await olga.open(ROUTE, { query: { month: monthOf(payments) } });
      const files = filesIn(await answer.bytes());

      expect(Object.keys(files).sort()).toEqual([
        'documents.csv',
        ...['2026-00001', '2026-00002', 'D2026-00001'].map((number) => `isdoc/${number}.isdoc`),
        ...['2026-00001', '2026-00002', 'D2026-00001'].map((number) => `pdf/${number}.pdf`),
      ]);
      const isdoc = Object.entries(files).filter(([name]) => name.startsWith('isdoc/'));
      const texts = isdoc.map(([name, bytes]) => [name.slice(6), strFromU8(bytes)] as const);
      expect(await isdocProblems(Object.fromEntries(texts))).toEqual([]);
      expect(pdfText(files['pdf/D2026-00001.pdf']!)).toContain('D2026-00001');
      const rows = strFromU8(files['documents.csv']!).slice(1).trimEnd().split('\r\n');
      expect(rows).toHaveLength(4);
      expect(rows[1]).toStartWith('2026-00001,invoice,');
      expect(rows[1]).toContain(`"'=cmd|""`);
      expect(rows[3]).toContain(',-27.54,-5.79,-33.33,');
      const czech = await olga.open(ROUTE, { query: { month: monthOf(payments), for: 'excel-cs' } });
      expect(strFromU8(filesIn(await czech.bytes())['documents.csv']!)).toContain(';-27,54;-5,79;-33,33;');
    },
    LONG_MS,
  );

  test(
    'has the days of that month in Prague and no other',
    async () => {
      await using payments = await open();
      const month = monthOf(payments);
      await pay(payments, 1);
      await payments.pass(31 * 86_400_000);
      await pay(payments, 2);
      const documents = documentExportOf(payments.service.stores);

      const [first, second] = [await documents.ofMonth(month), await documents.ofMonth(monthOf(payments))];

      expect([first.count, second.count]).toEqual([1, 1]);
      const bytes = Buffer.concat(await Array.fromAsync(second.pieces));
      expect(Object.keys(filesIn(bytes))).toContain('pdf/2026-00002.pdf');
      expect(Object.keys(filesIn(bytes))).not.toContain('pdf/2026-00001.pdf');
    },
    LONG_MS,
  );

  test('of a month without documents is a list without rows, and what is no month is refused', async () => {
    await using payments = await open();
    const { olga, ben } = payments.service;

    const empty = await olga.open(ROUTE, { query: { month: '2020-01' } });
    const answers = [
      await olga.open(ROUTE, { query: { month: '2026-13' } }),
      await olga.open(ROUTE),
      await ben.open(ROUTE, { query: { month: '2026-11' } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 404]);
    const files = filesIn(await empty.bytes());
    expect(Object.keys(files)).toEqual(['documents.csv']);
    expect(strFromU8(files['documents.csv']!).trimEnd().split('\r\n')).toHaveLength(1);
  });
});
