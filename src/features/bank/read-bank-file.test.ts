/** Every format says the same of the same day, and what is wrong with a file is said, not guessed. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { BANK_FILE_BYTES_MAX, type BankFile } from './bank.ts';
import { readOnThread } from './bank-file-thread.ts';
import { readBankFile } from './read-bank-file.ts';

const FOLDER = new URL('../../../test/fixtures/statements/', import.meta.url);
const bytesOf = (name: string): Uint8Array => readFileSync(new URL(name, FOLDER));
const textOf = (name: string): string => bytesOf(name).toString();
const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
const CZK = 1_000_000_000n;

const FILES = [
  ['fio.json', 'fio-json', 'fio', 'CZ6508000000192000145399'],
  ['fio.csv', 'csv', 'fio', 'CZ6508000000192000145399'],
  ['generic.csv', 'csv', 'csv', null],
  ['camt053.xml', 'camt', 'camt', 'CZ6508000000192000145399'],
  ['statement.gpc', 'gpc', 'gpc', '0000192000145399'],
] as const;

describe('a statement', () => {
  test.each(FILES)('%s is known by its content, and says what the others say', (name, format, source, account) => {
    const file = readBankFile(bytesOf(name));

    expect(file).toMatchObject({ format, source, account });
    const facts = file.movements.map(({ bookedOn, amount, currency, variableSymbol, isReversal }) => [
      ...[bookedOn, amount, currency, variableSymbol, isReversal],
    ]);
    expect(facts).toEqual([
      ['2026-11-16', 500n * CZK, 'CZK', '2026000001', false],
      ['2026-11-16', 500n * CZK, 'CZK', '2026000002', false],
      ['2026-11-16', 500n * CZK, 'CZK', '2026000002', false],
      ['2026-11-16', -99_500_000_000n, 'CZK', '', false],
    ]);
  });

  test.each(FILES)('%s says the same when it is read on a thread of its own', async (name) => {
    expect(await readOnThread(bytesOf(name))).toEqual(readBankFile(bytesOf(name)));
  });

  test('is refused on a thread of its own as elsewhere', async () => {
    const cut = bytesOf('camt053.xml').subarray(0, 900);

    const refusal = await readOnThread(cut).catch((thrown) => thrown);

    expect([refusal.code, refusal.details.param]).toEqual(['statement_invalid', 'file']);
    expect(refusal.details.statement).toEqual({ kind: 'xml', place: { unit: 'line', number: expect.any(Number) } });
    expect(() => readBankFile(cut)).toThrow(refusal.message);
  });

  test.each(FILES)('%s has the names of the other side, with accents', (name) => {
    const [jana, rehor] = readBankFile(bytesOf(name)).movements;

    expect(jana).toMatchObject({ name: 'Jana Nováková', counterparty: expect.stringContaining('2000145399') });
    expect(rehor!.name).toBe('Řehoř Šťastný s.r.o.');
  });

  test('has an id for each movement where the bank gave one, and parts of an entry have one each', () => {
    const idsOf = (name: string) => readBankFile(bytesOf(name)).movements.map(({ bankId }) => bankId);

    expect(idsOf('fio.json')).toEqual(['26962199069', '26962199070', '26962199071', '26962199072']);
    expect(idsOf('fio.csv')).toEqual(idsOf('fio.json'));
    expect(idsOf('camt053.xml')).toEqual(['26962199069', '26962199070/1', '26962199070/2', '26962199072']);
    expect(idsOf('generic.csv')).toEqual([null, null, null, null]);
  });

  test('in CSV of a Czech program may be windows-1250', () => {
    const text = 'Datum;Částka;Měna;VS;Název protiúčtu\r\n16. 11. 2026;1 500,50;CZK;12;Žaneta\r\n';
    const letters: Readonly<Record<string, number>> = { Č: 0xc8, á: 0xe1, ě: 0xec, ú: 0xfa, Ž: 0x8e, č: 0xe8 };
    const bytes = Uint8Array.from([...text].map((sign) => letters[sign] ?? sign.charCodeAt(0)));

    expect(readBankFile(bytes).movements).toMatchObject([
      { bookedOn: '2026-11-16', amount: 1_500_500_000_000n, variableSymbol: '12', name: 'Žaneta' },
    ]);
  });

  test('of a foreign currency keeps it, and amounts are exact however many digits they have', () => {
    const csv = 'date;amount;currency\n2026-11-16;0.01;EUR\n2026-11-16;999999999.99;CZK\n2026-11-16;-0.10;USD\n';

    expect(readBankFile(encoded(csv)).movements.map(({ amount, currency }) => [amount, currency])).toEqual([
      [10_000_000n, 'EUR'],
      [999_999_999_990_000_000n, 'CZK'],
      [-100_000_000n, 'USD'],
    ]);
  });

  test('knows what a bank has taken back', () => {
    const [head, first] = readFileSync(new URL('statement.gpc', FOLDER), 'latin1').split('\r\n');
    const withCode = (code: string) => `${head}\r\n${first!.slice(0, 60)}${code}${first!.slice(61)}\r\n`;
    const read = (code: string): BankFile => readBankFile(Buffer.from(withCode(code), 'latin1'));

    expect(read('4').movements).toMatchObject([{ amount: 500n * CZK, isReversal: true }]);
    expect(read('5').movements).toMatchObject([{ amount: -500n * CZK, isReversal: true }]);
    const camt = textOf('camt053.xml').replace('<RvslInd>false', '<RvslInd>true');
    expect(readBankFile(encoded(camt)).movements[0]).toMatchObject({ isReversal: true });
  });
});

test.each(['fio-reversals.json', 'fio-reversals.csv'])(
  '%s: a reversal is known by what the bank says of it, and not by what the payer wrote',
  (name) => {
    const { movements } = readBankFile(bytesOf(name));

    expect(movements.map(({ amount, variableSymbol, isReversal }) => [amount, variableSymbol, isReversal])).toEqual([
      [500n * CZK, '2026000001', false],
      [-500n * CZK, '2026000001', true],
      [-500n * CZK, '2026000002', true],
      [-500n * CZK, '2026000003', true],
      [99_500_000_000n, '', true],
      [500n * CZK, '2026000004', false],
      [-100n * CZK, '2026000005', false],
    ]);
  },
);

const gpc = readFileSync(new URL('statement.gpc', FOLDER), 'latin1');
const camt = textOf('camt053.xml');
const json = textOf('fio.json');
const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const replaced = (text: string, from: string, to: string): Uint8Array => {
  expect(text).toContain(from);
  return encoded(text.replace(from, to));
};

const BAD: readonly (readonly [string, () => Uint8Array, string])[] = [
  ['an empty file', () => new Uint8Array(), 'empty'],
  ['a huge file', () => new Uint8Array(BANK_FILE_BYTES_MAX + 1), 'larger than 2 MiB'],
  ['a picture', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'names of columns'],
  ['GPC that was changed to UTF-8', () => encoded(new TextDecoder('windows-1250').decode(latin(gpc))), 'windows-1250'],
  ['GPC with a line that is cut off', () => latin(gpc.slice(0, 440)), 'Line 4'],
  ['GPC with an amount of letters', () => latin(gpc.replace('000000050000', '00000005O000')), 'Line 2'],
  ['GPC with an unknown code', () => latin(gpc.replace('0000000500002', '0000000500009')), 'code'],
  ['GPC with a day that is none', () => latin(gpc.replaceAll('0203161126', '0203320226')), 'no such day'],
  ['GPC with an unknown line', () => latin(`${gpc}099`), '074, 075'],
  ['GPC of two accounts', () => latin(`${gpc}${gpc.replaceAll('2000145399', '2000145300')}`), 'several accounts'],
  [
    'XML with a document type',
    () => replaced(camt, '<Document', '<!DOCTYPE x [<!ENTITY e "x">]><Document'),
    'document type',
  ],
  ['XML with an entity', () => replaced(camt, '&amp;', '&e;'), 'entity'],
  ['XML that is cut off', () => encoded(camt.slice(0, -40)), 'cut off'],
  ['XML in windows-1250', () => latin(camt.replace('Nováková', 'Nov\u00e1kov\u00e1')), 'not UTF-8'],
  ['XML that is no statement', () => encoded('<html><body/></html>'), 'no statement'],
  ['CAMT without an account', () => replaced(camt, '<IBAN>CZ6508000000192000145399</IBAN>', ''), 'of which account'],
  ['CAMT with an amount below zero', () => replaced(camt, '>500.00<', '>-500.00<'), 'below zero'],
  [
    'CAMT without a currency',
    () => replaced(camt, '<Amt Ccy="CZK">500.00</Amt><CdtDbtInd>', '<Amt>500.00</Amt><CdtDbtInd>'),
    'currency',
  ],
  ['CAMT without a direction', () => replaced(camt, '<CdtDbtInd>CRDT</CdtDbtInd><RvslInd>', '<RvslInd>'), 'CRDT'],
  ['JSON that is cut off', () => encoded(json.slice(0, 900)), 'cut off'],
  ['JSON of something else', () => encoded('{"transactions":[]}'), 'not a statement of Fio'],
  ['JSON with a rounded amount', () => replaced(json, '500.00', '1e21'), 'not an amount'],
  [
    'JSON without a day',
    () => replaced(json, '"2026-11-16+0100","name":"Datum"', '"yesterday","name":"Datum"'),
    'not a day',
  ],
  ['CSV without names', () => encoded('16.11.2026;500;CZK\n'), 'names of columns'],
  ['CSV with a line that is cut off', () => encoded('date;amount;vs\n2026-11-16;500'), 'Line 2'],
  ['CSV with an open quote', () => encoded('date;amount\n2026-11-16;"500'), 'quote'],
  ['CSV with two amounts in one', () => encoded('date;amount\n2026-11-16;1,2,3\n'), 'not an amount'],
  ['CSV with an amount that is too large', () => encoded('date;amount\n2026-11-16;9999999999\n'), 'too large'],
];

test.each(BAD)('%s is refused with what is wrong', (_, file, problem) => {
  expect(() => readBankFile(file())).toThrow(problem);
});

test('a format that is said is the one that is read', () => {
  expect(() => readBankFile(bytesOf('fio.json'), 'camt')).toThrow('outside of the document');
});
