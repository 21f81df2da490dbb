/** Whatever is in a file that says it is a bank statement, it is movements or a refusal; nothing else happens. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { ServiceError } from '../../src/core/errors.ts';
import { BANK_FILE_FORMATS } from '../../src/features/bank/bank.ts';
import { readBankFile } from '../../src/features/bank/read-bank-file.ts';
import { mutatedBytes } from '../support/mutations.ts';
import { seeded } from '../support/random.ts';
import { isSoundMovement } from '../support/sound-movement.ts';

const ROUNDS = 600;
const FILES = ['fio.json', 'fio.csv', 'generic.csv', 'camt053.xml', 'statement.gpc'];

test.each(FILES)('%s with anything changed is read soundly or refused', (name) => {
  const whole = readFileSync(new URL(`../fixtures/statements/${name}`, import.meta.url));
  const seed = Number(process.env.SEED ?? 20_261_116);
  const random = seeded(seed);
  let [refused, read] = [0, 0];

  for (let round = 0; round < ROUNDS; round += 1) {
    const bytes = mutatedBytes(whole, random);
    const format = random.pick([undefined, undefined, undefined, ...BANK_FILE_FORMATS]);
    try {
      const { movements } = readBankFile(bytes, format);
      read += 1;
      expect(movements.every(isSoundMovement), `seed ${seed}, round ${round}`).toBe(true);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw new Error(`seed ${seed}, round ${round}`, { cause: thrown });
      refused += 1;
      expect([thrown.code, thrown.details.param, thrown.message.length < 400]).toEqual([
        'statement_invalid',
        'file',
        true,
      ]);
    }
  }

  expect(refused).toBeGreaterThan(0);
  expect(read).toBeGreaterThan(0);
});
