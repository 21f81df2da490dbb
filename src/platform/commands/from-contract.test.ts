/** A route of a contract as a command: its options, what they send, and how it refuses. */
import { expect, test } from 'bun:test';
import { z } from 'zod';
import type { Account } from '../../core/ledger.ts';
import { route } from '../api/contract.ts';
import { readOptions } from './command.ts';
import { fromContract } from './from-contract.ts';

const change = route('PATCH /api/things/{id}', {
  about: 'Changes a thing.',
  needs: 'self',
  query: z.strictObject({ fromMs: z.number().optional() }),
  body: z.strictObject({
    name: z.string().min(1).max(5),
    count: z.int().min(1).max(9).nullable().optional(),
    isLoud: z.boolean().optional(),
    colour: z.enum(['red', 'blue']).optional(),
    tags: z.array(z.string()).max(3).optional(),
    expiresAtMs: z.int().nullable().optional(),
    limit: z
      .strictObject({ czk: z.string(), window: z.enum(['total', 'month']) })
      .nullable()
      .optional(),
    sizes: z.array(z.strictObject({ size: z.string(), unit: z.enum(['cm', 'mm']) })).optional(),
    day: z.number(),
  }),
  reply: z.object({
    seen: z.string(),
    endsAtMs: z.number().nullable(),
    rows: z.array(z.object({ atMs: z.number() })),
    tookMs: z.number(),
  }),
});

const command = fromContract('thing change', change, {
  names: { 'limit.czk': 'limit' },
  fills: { day: () => 7 },
  run: async ({ account, params, query, body }) => ({
    seen: JSON.stringify({ account: account.id, ...params, ...query, ...body }),
    endsAtMs: body.expiresAtMs ?? null,
    rows: [{ atMs: 0 }],
    tookMs: 5,
  }),
  text: (reply) => `It took ${reply.tookMs} ms.`,
});

const ACCOUNT = { id: 'acc_1', email: 'a@b.cz' } as unknown as Account;
const needs = { stores: { accounts: { find: async () => ACCOUNT } } };
const run = (words: string) =>
  command.run(readOptions(`--account a@b.cz --thing t1 ${words}`.trim().split(' '), command.options), needs);

test('has the usage and the sentence of the contract', () => {
  expect(command).toMatchObject({
    about: 'Changes a thing.',
    usage:
      'thing change --account ID|EMAIL --thing ID --name NAME [--from DATE] [--count N|none] [--is-loud yes|no] [--colour red|blue] [--tags a,b|none] [--expires DATE|none] [--limit CZK|none] [--limit-window total|month] [--sizes SIZE/UNIT,…|none] [--json]',
  });
});

test.each<[string, object]>([
  ['--name x', { name: 'x' }],
  ['--name x --count 3 --is-loud yes --colour red', { name: 'x', count: 3, isLoud: true, colour: 'red' }],
  ['--name x --is-loud no --tags a,b', { name: 'x', isLoud: false, tags: ['a', 'b'] }],
  ['--name x --count none --tags none --expires none', { name: 'x', count: null, tags: [], expiresAtMs: null }],
  ['--name x --from 2030-01-31', { name: 'x', fromMs: Date.UTC(2030, 0, 31) }],
  ['--name x --limit 5 --limit-window month', { name: 'x', limit: { czk: '5', window: 'month' } }],
  [
    '--name x --sizes 5/cm,7/mm',
    {
      name: 'x',
      sizes: [
        { size: '5', unit: 'cm' },
        { size: '7', unit: 'mm' },
      ],
    },
  ],
  ['--name x --limit none', { name: 'x', limit: null }],
  ['--name x --limit none --limit-window month', { name: 'x', limit: null }],
])('%s sends what it says', async (words, sent) => {
  const { json } = await run(words);

  expect(JSON.parse((json as { seen: string }).seen)).toEqual({ account: 'acc_1', id: 't1', day: 7, ...sent });
});

test('times are text in UTC, durations stay numbers', async () => {
  const { json, text } = await run('--name x --expires 2030-01-31T00:00:00+01:00');

  expect(json).toMatchObject({
    endsAt: '2030-01-30T23:00:00.000Z',
    rows: [{ at: '1970-01-01T00:00:00.000Z' }],
    tookMs: 5,
  });
  expect(text).toBe('It took 5 ms.');
});

test.each([
  ['', '--name is missing; it must be a string.'],
  ['--name longer', '--name must have at most 5 characters.'],
  ['--name x --count many', '--count must be a number.'],
  ['--name x --count 10', '--count must be at most 9.'],
  ['--name x --is-loud maybe', '--is-loud must be a boolean.'],
  ['--name x --colour green', '--colour must be one of "red", "blue".'],
  ['--name x --tags a,b,c,d', '--tags must have at most 3 elements.'],
  ['--name x --limit 5 --limit-window day', '--limit-window must be one of "total", "month".'],
  ['--name x --limit 5', '--limit-window must be one of "total", "month".'],
  ['--name x --limit-window month', '--limit is missing; it must be a string.'],
  ['--name x --sizes 5/km', '--sizes must be one of "cm", "mm".'],
  ['--name x --expires soon', '--expires must be a date, such as 2030-01-31.'],
])('"%s" is refused: %s', async (words, sentence) => {
  await expect(run(words).then(String)).rejects.toThrow(new Error(sentence));
});
