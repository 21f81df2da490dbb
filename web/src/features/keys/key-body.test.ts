import { describe, expect, test } from 'bun:test';
import type { KeyView } from '../../../../src/features/keys/contract.ts';
import { newKeyBody } from '../../../../src/features/keys/contract.ts';
import { keyChangesOf, keyProblems, newKeyOf } from './key-body.ts';
import { dayEndMs } from './key-state.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00Z');
const TEXTS = {
  nameMissing: 'name?',
  lastDayWrong: 'day?',
  rangesWrong: (line: string) => `range ${line}?`,
  limits: { wrongAmount: 'amount?', wrongCount: 'count?', twice: 'twice?' },
};
const KEY: KeyView = {
  id: 'key_1',
  kind: 'api',
  name: 'Production',
  member: null,
  hint: 'abcd',
  createdAtMs: 1,
  expiresAtMs: NOW_MS + 1000,
  revokedAtMs: null,
  isPaused: false,
  lastUsedAtMs: null,
  allowedModels: ['svc-frost', 'svc-ice'],
  allowedRanges: ['10.0.0.0/8'],
  limits: [
    { unit: 'CZK', window: 'month', max: '100', used: '1', resetsAtMs: 1, setBy: 'customer' },
    { unit: 'tokens', window: 'total', max: '5000', used: '1', resetsAtMs: null, setBy: 'customer' },
    { unit: 'requests', window: 'minute', max: '30', used: null, resetsAtMs: null, setBy: 'customer' },
  ],
  spentTodayCzk: '0',
  spentMonthCzk: '0',
  spentCzk: '0',
  tokensToday: 0,
  tokensMonth: 0,
  tokens: 0,
};

describe('a new key', () => {
  test('with a name alone it has no other rules', () => {
    const values = form({ name: ' Production ', expiresAtMs: 'never', allowedRanges: '' });

    const body = newKeyOf(values, NOW_MS);

    expect(problemsOf(values)).toEqual([]);
    expect(newKeyBody.parse(body)).toEqual({
      name: 'Production',
      expiresAtMs: null,
      allowedModels: [],
      allowedRanges: [],
      limits: [],
    });
  });

  test('every rule arrives as the server takes it', () => {
    const values = form({
      name: 'Production',
      expiresAtMs: '30',
      allowedModels: ['svc-frost', 'svc-ice'],
      allowedRanges: '10.0.0.0/8\n::1',
      ...limits('1 000,50 Kč/CZK/month', '2 000 000/tokens/total', '30/requests/minute', '9 000/tokens/minute'),
    });

    const body = newKeyOf(values, NOW_MS);

    expect(newKeyBody.parse(body)).toEqual({
      name: 'Production',
      expiresAtMs: NOW_MS + 30 * 86_400_000,
      allowedModels: ['svc-frost', 'svc-ice'],
      allowedRanges: ['10.0.0.0/8', '::1'],
      limits: [
        { unit: 'CZK', window: 'month', max: 1_000_500_000_000n },
        { unit: 'tokens', window: 'total', max: 2_000_000n },
        { unit: 'requests', window: 'minute', max: 30n },
        { unit: 'tokens', window: 'minute', max: 9000n },
      ],
    });
  });

  test('a chosen day counts to its end', () => {
    const values = form({ name: 'x', expiresAtMs: 'date', lastDay: '2026-12-24' });

    expect(newKeyOf(values, NOW_MS).expiresAtMs).toBe(dayEndMs('2026-12-24')!);
  });

  test('what is wrong is said at its field', () => {
    const values = form({
      name: '  ',
      expiresAtMs: 'date',
      lastDay: '2026-11-13',
      allowedRanges: '10.0.0.0/8\nhome',
      ...limits('0/CZK/total'),
    });

    expect(problemsOf(values)).toEqual([
      ['name', 'name?'],
      ['expiresAtMs', 'day?'],
      ['allowedRanges', 'range home?'],
      ['limits', 'amount?'],
    ]);
  });
});

describe('a change of a key', () => {
  const same = {
    name: 'Production',
    expiresAtMs: 'keep',
    allowedModels: ['svc-ice', 'svc-frost'],
    allowedRanges: '10.0.0.0/8',
    ...limits('30/requests/minute', '100.00/CZK/month', '5,000/tokens/total'),
  };

  test('without a difference nothing is sent', () => {
    expect(keyChangesOf(form(same), KEY, NOW_MS)).toEqual({});
  });

  test('only what differs is sent', () => {
    const values = form({ ...same, ...limits('5,000/tokens/month'), name: 'Test', expiresAtMs: 'never' });

    expect(keyChangesOf(values, KEY, NOW_MS)).toEqual({
      ...{ name: 'Test', expiresAtMs: null },
      limits: [{ unit: 'tokens', window: 'month', max: '5000' }],
    });
  });

  test('of the playground only models and limits can change', () => {
    const values = form({ allowedModels: ['svc-frost'], ...limits('5/CZK/total') });
    const playground: KeyView = { ...KEY, kind: 'playground', expiresAtMs: null, allowedRanges: [] };

    expect(keyChangesOf(values, playground, NOW_MS)).toEqual({
      allowedModels: ['svc-frost'],
      limits: [{ unit: 'CZK', window: 'total', max: '5' }],
    });
    expect(problemsOf(values, playground)).toEqual([]);
  });
});

/** Rows of limits, each as `max/unit/window`. */
function limits(...rows: readonly string[]) {
  const parts = rows.map((row) => row.split('/'));
  const part = (at: number) => parts.map((row) => row[at] ?? '');
  return { limitMax: part(0), limitUnit: part(1), limitWindow: part(2) };
}

function form(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const values = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) values.append(name, one);
  return values;
}

function problemsOf(values: FormData, key?: KeyView) {
  const problems = keyProblems(values, { key, nowMs: NOW_MS }, TEXTS);
  return Object.entries(problems).filter(([, text]) => text !== undefined);
}
