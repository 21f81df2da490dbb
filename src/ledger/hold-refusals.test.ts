import { describe, expect, test } from 'bun:test';
import type { HoldRequest } from '../core/ledger.ts';
import { insufficient } from './hold-refusals.ts';
import type { LimitLeft } from './limits/rules.ts';

const REQUEST = { inputTokensMax: 500 } as HoldRequest;
const LIMIT: LimitLeft = { id: 'l', owner: 'key', unit: 'tokens', window: 'day', left: 3n };
const PLAN = { ok: false, limit: null, needed: 2_500_000_000n, available: 3n, inputTokensThatFit: 0n } as const;

const sentence = (plan: object, heldCredit = 0n): string =>
  insufficient(REQUEST, { kind: 'refused', plan: { ...PLAN, ...plan }, heldCredit }).message;

describe('the refusal of a request that is not covered', () => {
  test('says what is needed and what is there, what running requests hold and what would fit, where there is any', () => {
    const needs = 'Your credit is exhausted: this request needs at least 2.5 CZK, 0.000000003 CZK are available';

    expect(sentence({})).toBe(`${needs}. Please top up.`);
    expect(sentence({}, 1n)).toBe(`${needs}, 0.000000001 CZK are held by running requests. Please top up.`);
    expect(sentence({ inputTokensThatFit: 1n })).toBe(
      `${needs}. Please top up. Its input may be up to 500 tokens; 1 would fit.`,
    );
  });

  test('names the limit that was met: whose, of what, within which window and for which model', () => {
    expect(sentence({ limit: LIMIT })).toBe(
      'The daily token limit of this API key is reached: the request may use 2500000000 tokens for its input and one of output, 3 are left today. Raise the limit in the settings area or use another key.',
    );
    const ofMember = { ...LIMIT, owner: 'member', unit: 'CZK', window: 'total', model: 'm' };
    expect(sentence({ limit: ofMember })).toBe(
      'The credit limit for all of your keys in this organisation for m is reached: the request needs 2.5 CZK, your keys may still spend 0.000000003 CZK. An owner or admin can raise it.',
    );
  });
});
