import { expect, test } from 'bun:test';
import { reasonIn } from './service-words.ts';
import { serviceWords } from './texts/service-words.ts';

test.each([
  ['voucher vou_1a', 'Poukaz vou_1a'],
  ['dispute of order ord_2b won', 'Zamítnutá reklamace platby za objednávku ord_2b'],
  ['opening credit', 'Počáteční kredit'],
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
