import { expect, test } from 'bun:test';
import { voucherStateOf } from './voucher-state.ts';

const NEW = { revokedAtMs: null, uses: 0, usesMax: 2, expiresAtMs: 100 };

test.each([
  ['usable', {}],
  ['usable', { expiresAtMs: null }],
  ['usable', { uses: 1 }],
  ['used', { uses: 2 }],
  ['expired', { expiresAtMs: 50 }],
  ['used', { uses: 2, expiresAtMs: 1 }],
  ['revoked', { revokedAtMs: 10, uses: 2, expiresAtMs: 1 }],
] as const)('a voucher is %s with %o', (state, change) => {
  expect(voucherStateOf({ ...NEW, ...change }, 50)).toBe(state);
});
