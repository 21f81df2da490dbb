import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Glob } from 'bun';
import { actorIn, reasonIn } from './service-words.ts';
import { serviceWords } from './texts/service-words.ts';

test.each([
  ['voucher vou_1a', 'Poukaz vou_1a'],
  ['dispute of order ord_2b won', 'Zamítnutá reklamace platby za objednávku ord_2b'],
  ['opening credit', 'Počáteční kredit'],
  ['plan team-1', 'Tarif team-1'],
  ['tested with svc-frost', 'Test s modelem svc-frost'],
  ['order ord_1a, invoice 2026001', 'Objednávka ord_1a, faktura 2026001'],
  [
    'bank statement of 2026-11-02: 121.50 CZK, variable symbol 12345',
    'Výpis z banky z 2026-11-02: 121.50 Kč, variabilní symbol 12345',
  ],
  ['key "můj (první) klíč"', 'Klíč „můj (první) klíč“'],
  ['management token for jana.n+1@firma.example', 'Pro uživatele jana.n+1@firma.example'],
])('the reason "%s" that the service wrote is read in Czech', (reason, czech) => {
  expect(reasonIn(serviceWords.cs, reason)).toBe(czech);
});

test.each(['', 'Goodwill', 'voucher for Anna', 'toString', 'pays'])(
  'the reason "%s" stays as a person wrote it',
  (reason) => {
    expect(reasonIn(serviceWords.cs, reason)).toBe(reason);
  },
);

test.each([
  ['bank', 'výpis z banky'],
  ['jana@firma.example (token Deník (noční), tok_1a)', 'jana@firma.example (přístupový token Deník (noční))'],
  ['jana@firma.example', 'jana@firma.example'],
])('the actor "%s" is read in Czech', (actor, czech) => {
  expect(actorIn(serviceWords.cs, actor)).toBe(czech);
});

test('what an audit was of is read in Czech', () => {
  const audited = readFileSync(resolve(import.meta.dir, '../../src/ledger/audit-service.ts'), 'utf8');
  const objects = [...audited.matchAll(/\bobject: '([^']+)'/g)].map(([, object]) => object!);

  expect(objects.map((object) => (serviceWords.cs.objects as Readonly<Record<string, string>>)[object])).toEqual([
    'účetnictví',
  ]);
});

/** Literals that the code gives as a reason: fields of that name, and the last argument of what acts. */
const WRITTEN = [
  /\breason: \(\) => '([a-z]+(?: [a-z-]+)+)'/g,
  /\breason(?:: | = |\) \?\? |: \w+ \|\| )'([a-z]+(?: [a-z-]+)+)'/g,
  /\bactAndTell\([^;]*?, '([a-z]+(?: [a-z-]+)+)', /g,
  /\b(?:act|removeMember)\([^;]*?, '([a-z]+(?: [a-z-]+)+)',?\s*\)/g,
  /'reason'\) \?\? '([^']+)'/g,
  /\bREASON = '([^']+)'/g,
];
const FOLDERS = 'src/{features,gateway,ledger,platform,server}/**/*.ts';

test('every reason that the service writes has words in both languages', () => {
  const root = resolve(import.meta.dir, '../..');
  const files = [...new Glob(FOLDERS).scanSync(root)].filter((file) => !/\.(?:test|fixture)\.ts$/.test(file));
  const reasons = files.flatMap((file) => {
    const text = readFileSync(resolve(root, file), 'utf8');
    return WRITTEN.flatMap((pattern) => [...text.matchAll(pattern)].map(([, reason]) => reason!));
  });

  expect(reasons).toContain('removed a member');
  expect(reasons).toContain('granted by the operator');
  expect(reasons.filter((reason) => reasonIn(serviceWords.cs, reason) === reason)).toEqual([]);
});
