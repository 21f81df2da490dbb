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
  amountWrong: 'amount?',
  tokensWrong: 'tokens?',
  ofMinute: { requestsWrong: 'requests?', tokensWrong: 'tokens a minute?' },
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
  limit: { czk: '100', window: 'month', spentCzk: '1' },
  tokenLimit: { tokens: 5000, window: 'total', used: 1 },
  requestsPerMinute: 30,
  tokensPerMinute: null,
  spentTodayCzk: '0',
  spentMonthCzk: '0',
  spentCzk: '0',
  tokensToday: 0,
  tokensMonth: 0,
  tokens: 0,
};

describe('a new key', () => {
  test('with a name alone it has no other rules', () => {
    const values = form({ name: ' Production ', expiresAtMs: 'never', allowedRanges: '', limitWindow: 'none' });

    const body = newKeyOf(values, NOW_MS);

    expect(problemsOf(values)).toEqual([]);
    expect(newKeyBody.parse(body)).toEqual({
      name: 'Production',
      expiresAtMs: null,
      allowedModels: [],
      allowedRanges: [],
      limit: null,
      tokenLimit: null,
      requestsPerMinute: null,
      tokensPerMinute: null,
    });
  });

  test('every rule arrives as the server takes it', () => {
    const values = form({
      name: 'Production',
      expiresAtMs: '30',
      allowedModels: ['svc-frost', 'svc-ice'],
      allowedRanges: '10.0.0.0/8\n::1',
      limitWindow: 'month',
      limit: '1 000,50',
      tokenWindow: 'total',
      tokenLimit: '2 000 000',
      requestsPerMinute: '30',
      tokensPerMinute: '9 000',
    });

    const body = newKeyOf(values, NOW_MS);

    expect(newKeyBody.parse(body)).toEqual({
      name: 'Production',
      expiresAtMs: NOW_MS + 30 * 86_400_000,
      allowedModels: ['svc-frost', 'svc-ice'],
      allowedRanges: ['10.0.0.0/8', '::1'],
      limit: { czk: '1000.50', window: 'month' },
      tokenLimit: { tokens: 2_000_000n, window: 'total' },
      requestsPerMinute: 30,
      tokensPerMinute: 9000,
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
      limitWindow: 'total',
      limit: '0',
      tokenWindow: 'month',
      tokenLimit: '1.5',
      requestsPerMinute: 'many',
      tokensPerMinute: '0',
    });

    expect(problemsOf(values)).toEqual([
      ['name', 'name?'],
      ['expiresAtMs', 'day?'],
      ['allowedRanges', 'range home?'],
      ['limit', 'amount?'],
      ['tokenLimit', 'tokens?'],
      ['requestsPerMinute', 'requests?'],
      ['tokensPerMinute', 'tokens a minute?'],
    ]);
  });

  test('an amount without a limit is of no interest', () => {
    expect(problemsOf(form({ name: 'x', limitWindow: 'none', limit: 'many' }))).toEqual([]);
  });
});

describe('a change of a key', () => {
  const same = {
    name: 'Production',
    expiresAtMs: 'keep',
    allowedModels: ['svc-ice', 'svc-frost'],
    allowedRanges: '10.0.0.0/8',
    limitWindow: 'month',
    limit: '100',
    tokenWindow: 'total',
    tokenLimit: '5,000',
    requestsPerMinute: '30',
  };

  test('without a difference nothing is sent', () => {
    expect(keyChangesOf(form(same), KEY, NOW_MS)).toEqual({});
  });

  test('only what differs is sent', () => {
    const rules = { limitWindow: 'none', tokenWindow: 'month', requestsPerMinute: '' };
    const values = form({ ...same, ...rules, name: 'Test', expiresAtMs: 'never' });

    expect(keyChangesOf(values, KEY, NOW_MS)).toEqual({
      ...{ name: 'Test', expiresAtMs: null, limit: null },
      tokenLimit: { tokens: 5000, window: 'month' },
      requestsPerMinute: null,
    });
  });

  test('of the playground only models and limits can change', () => {
    const values = form({ allowedModels: ['svc-frost'], limitWindow: 'total', limit: '5' });
    const playground: KeyView = { ...KEY, kind: 'playground', expiresAtMs: null, allowedRanges: [] };

    expect(keyChangesOf(values, playground, NOW_MS)).toEqual({
      allowedModels: ['svc-frost'],
      limit: { czk: '5', window: 'total' },
      tokenLimit: null,
      requestsPerMinute: null,
    });
    expect(problemsOf(values, playground)).toEqual([]);
  });
});

function form(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const values = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) values.append(name, one);
  return values;
}

function problemsOf(values: FormData, key?: KeyView) {
  const problems = keyProblems(values, { key, nowMs: NOW_MS }, TEXTS);
  return Object.entries(problems).filter(([, text]) => text !== undefined);
}
