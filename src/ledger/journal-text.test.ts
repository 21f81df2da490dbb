import { expect, test } from 'bun:test';
import { seeded } from '../../test/support/random.ts';
import { nanos } from '../core/money.ts';
import { isTextual, journalFromText, journalToText } from './journal-text.ts';
import type { JournalRow } from './lease-ports.ts';

test('a batch of the journal is the same after its way as a text', () => {
  const random = seeded(7);
  const amount = () => random.pick([0n, 1n, 2n ** 53n + 1n, 10n ** 18n]);
  const anyRow = (n: number): JournalRow => {
    const part = { potId: `pot "${n}" ř\n`, amount: amount() };
    const tokens = () => random.integer(0, 2 ** 31);
    const [inputTokens, cachedInputTokens, outputTokens, reasoningTokens] = [tokens(), tokens(), tokens(), tokens()];
    const bought = (rate: string | null) => ({ engine: 'a "b"', version: 'a/ř@1', rate, nanos: nanos(amount()) });
    const charge = {
      cost: nanos(amount()),
      tokens: amount(),
      ofLimits: random.pick([[], [part], [part, { potId: `key_${n}/tokens`, amount: amount() }]]),
      tokenParts: random.pick([[], [part]]),
      usage: { inputTokens, cachedInputTokens, outputTokens, reasoningTokens },
      ...random.pick([{}, { bought: bought(null) }, { bought: bought('EUR@1') }]),
    };
    return {
      held: {
        request: {
          ...{ requestId: `req_${n}`, accountId: `acc_${n}`, keyId: `key_${n}`, model: 'svc-frost' },
          ...{ priceVersion: 'svc-frost@1', inputTokensMax: tokens(), atMs: 1_800_000_000_000 + n },
        },
        outputTokensMax: tokens(),
        tokenParts: random.pick([[], [{ ...part, kind: 'plan' as const }]]),
        creditPotId: `credit_${n}`,
        credit: nanos(amount()),
      },
      outcome: random.pick(['finished', 'client-left', 'engine-failed'] as const),
      endedAtMs: 1_800_000_000_500 + n,
      firstEventAtMs: random.pick([null, 1_800_000_000_100]),
      ...random.pick([{}, { charge }]),
      ...random.pick([{}, { anomaly: '{"what":"odd \\u0000"}' }]),
    };
  };
  const batch = { serverId: 'srv_1', rows: Array.from({ length: 200 }, (_, n) => anyRow(n)) };

  expect(isTextual(batch)).toBe(true);
  expect(journalFromText(journalToText(batch))).toEqual(batch);
});
