import { describe, expect, test } from 'bun:test';
import type { ReceiptView } from '../../../../src/features/usage/contract.ts';
import { sumsOf } from './lines.ts';

const receipt = (about: Partial<ReceiptView>): ReceiptView => ({
  id: 'req_1',
  completionId: 'chatcmpl-1',
  atMs: 0,
  model: 'svc-polaris',
  keyId: 'key_1',
  keyName: 'Key',
  outcome: 'finished',
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  czk: '0',
  planTokens: 0,
  packageTokens: 0,
  durationMs: 1,
  firstEventMs: 1,
  freeReason: null,
  endUser: null,
  metadata: {},
  structured: null,
  background: null,
  priceGroup: null,
  tier: 'default',
  tierPercent: null,
  priceVersion: 'v1',
  price: { input: '60', cachedInput: '15', output: '240', reasoning: '240' },
  listPrice: null,
  paidBy: [],
  ...about,
});

describe('a receipt', () => {
  test('multiplies each kind of token by its price, and the lines add up to the charge', () => {
    const sums = sumsOf(
      receipt({
        inputTokens: 1000,
        cachedInputTokens: 400,
        outputTokens: 300,
        reasoningTokens: 120,
        czk: '0.114',
        paidBy: [{ pot: 'credit', czk: '0.114' }],
      }),
    );

    expect(sums.lines).toEqual([
      { kind: 'input', tokens: 600, czkPerMillion: '60', czk: '0.036' },
      { kind: 'cachedInput', tokens: 400, czkPerMillion: '15', czk: '0.006' },
      { kind: 'reasoning', tokens: 120, czkPerMillion: '240', czk: '0.0288' },
      { kind: 'output', tokens: 180, czkPerMillion: '240', czk: '0.0432' },
    ]);
    expect(sums).toMatchObject({
      tokens: 1300,
      fullCzk: '0.114',
      chargedCzk: '0.114',
      coveredCzk: '0',
      waivedCzk: '0',
    });
  });

  test('what plan and packages cover is taken off', () => {
    const sums = sumsOf(
      receipt({
        inputTokens: 1000,
        outputTokens: 100,
        czk: '0.012',
        paidBy: [
          { pot: 'plan', label: 'Pro', tokens: 1000 },
          { pot: 'package', label: 'Gift', tokens: 50 },
          { pot: 'credit', czk: '0.012' },
        ],
      }),
    );

    expect(sums).toMatchObject({ fullCzk: '0.084', coveredTokens: 1050, coveredCzk: '0.072', chargedCzk: '0.012' });
  });

  test('a free request shows what was waived', () => {
    expect(sumsOf(receipt({ outcome: 'free', inputTokens: 10 }))).toMatchObject({
      fullCzk: '0.0006',
      waivedCzk: '0.0006',
      chargedCzk: '0',
    });
  });

  test('a request that did nothing has no lines', () => {
    expect(sumsOf(receipt({ outcome: 'free' }))).toMatchObject({ lines: [], fullCzk: '0', waivedCzk: '0' });
  });
});
