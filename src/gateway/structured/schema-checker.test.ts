import { expect, test } from 'bun:test';
import { createSchemaChecker } from './schema-checker.ts';

/** Each level asks for the next one twice: more steps than any machine takes. */
const ENDLESS = {
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => {
      const next = { $ref: `#/$defs/d${n + 1}` };
      return [`d${n}`, { allOf: [next, next] }];
    }).concat([['d60', { allOf: [] }]]),
  ),
};

test('a schema that takes too long is given up, and the next answer is checked by a new thread', async () => {
  const checker = createSchemaChecker();
  try {
    const late = checker.check('hostile', ENDLESS, '1');
    const other = checker.check('other', { type: 'number' }, '1');

    expect((await late).result).toBe('unchecked');
    expect((await other).result).toBe('held');
  } finally {
    checker.stop();
  }
});

test('an account whose time is used up is not checked until it has some again', async () => {
  let nowMs = 0;
  let perLookMs = 1000;
  const checker = createSchemaChecker(() => {
    nowMs += perLookMs;
    return nowMs;
  });
  const check = async (account: string) => (await checker.check(account, { type: 'number' }, '1')).result;
  try {
    // Two that take a second each.
    expect([await check('busy'), await check('busy')]).toEqual(['held', 'held']);
    perLookMs = 0;
    expect([await check('busy'), await check('other')]).toEqual(['unchecked', 'held']);
    nowMs += 20_000;
    expect(await check('busy')).toBe('held');
  } finally {
    checker.stop();
  }
});

test('what is too large is not checked', async () => {
  const checker = createSchemaChecker();
  try {
    const values = { enum: Array.from({ length: 10_001 }, () => 0) };
    const characters = { description: 'x'.repeat(120_001) };
    for (const schema of [values, characters]) {
      expect((await checker.check('a', schema, '1')).result).toBe('unchecked');
    }
    expect((await checker.check('a', {}, '1'.repeat(1024 * 1024 + 1))).result).toBe('unchecked');
  } finally {
    checker.stop();
  }
});
