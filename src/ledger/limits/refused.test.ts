/** Limits for which requests were refused are remembered once, a bounded number of them, until the alerts ask for them. */
import { expect, test } from 'bun:test';
import type { HoldRequest } from '../../core/ledger.ts';
import { RefusedLimits } from './refused.ts';
import type { LimitLeft } from './rules.ts';

const refusalOf = (id: string | null) => {
  const limit: LimitLeft | null = id === null ? null : { id, owner: 'key', unit: 'requests', window: 'day', left: 0n };
  const plan = { ok: false, limit, needed: 1n, available: 0n, inputTokensThatFit: 0n } as const;
  return { kind: 'refused', plan, heldCredit: 0n } as const;
};

test('a limit that was met is named once, and a request without credit names none', () => {
  const refused = new RefusedLimits();

  const codes = ['a', 'b', 'a', null].map((id) => refused.refuse({} as HoldRequest, refusalOf(id)).code);

  expect(codes).toEqual(['key_limit_reached', 'key_limit_reached', 'key_limit_reached', 'insufficient_credit']);
  expect(refused.take()).toEqual(['a', 'b']);
  expect(refused.take()).toEqual([]);
});

test('of very many limits ten thousand are remembered', () => {
  const refused = new RefusedLimits();

  for (let n = 0; n < 10_005; n += 1) refused.refuse({} as HoldRequest, refusalOf(`${n}`));

  expect(refused.take()).toHaveLength(10_000);
});
