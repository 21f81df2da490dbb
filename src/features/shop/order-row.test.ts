import { describe, expect, test } from 'bun:test';
import type { Row } from '../../platform/database/database.ts';
import { factsFromRow, isWaiting, orderFromRow } from './order-row.ts';

/** A change of a plan that is paid with its next period. */
const CHANGE: Row = {
  ...{
    id: 'ord_1',
    account_id: 'acc_1',
    offer: 'plan-pro',
    kind: 'plan',
    plan: 'pro',
    plan_name: null,
    every: 'month',
  },
  ...{ amount_nanos: 1n, refunded_nanos: 0n, method: 'stripe', status: 'open', language: 'cs' },
  ...{ provider_session: null, provider_subscription: 'sub_1', card_method: null, paid_at_ms: null },
  ...{ vat_id: null, payment_country: null, terms_version: null, begins_at_once: null },
  ...{ created_at_ms: 1, expires_at_ms: 2, variable_symbol: null, invoice_number: null },
};

describe('an order waits for a renewal', () => {
  test('when it changes a plan that is paid by card', () => {
    expect(isWaiting(CHANGE)).toBe(true);
    expect(orderFromRow(CHANGE).waitsForRenewal).toBe(true);
  });

  test.each<Row>([
    { method: 'bank' },
    { kind: 'credit' },
    { kind: 'package', tokens: 1, days: 1 },
    { provider_session: 'cs_1' },
    { paid_at_ms: 5 },
  ])('but not with %j', (other) => {
    expect(isWaiting({ ...CHANGE, ...other })).toBe(false);
    expect(orderFromRow({ ...CHANGE, ...other }).waitsForRenewal).toBe(false);
  });

  test.each<Row>([{ provider_subscription: null }, { status: 'expired' }])(
    'and is not shown as one with %j',
    (other) => {
      expect(orderFromRow({ ...CHANGE, ...other }).waitsForRenewal).toBe(false);
    },
  );
});

test.each<[Row, { isPaid: boolean; hasEnded: boolean }]>([
  [
    { paid_at_ms: null, ended_at_ms: null },
    { isPaid: false, hasEnded: false },
  ],
  [
    { paid_at_ms: null, ended_at_ms: 5 },
    { isPaid: false, hasEnded: true },
  ],
  [
    { paid_at_ms: 5, ended_at_ms: null },
    { isPaid: true, hasEnded: false },
  ],
])('an order with %j is known as %j', (row, known) => {
  const facts = factsFromRow({ ...CHANGE, dispute: 'none', disputed_nanos: 0n, ...row });

  expect(facts).toMatchObject(known);
});

test.each([
  [null, null],
  [0, false],
  [1, true],
] as const)('whether use begins at once is not asked, refused or wanted: %p', (kept, said) => {
  expect(orderFromRow({ ...CHANGE, begins_at_once: kept }).beginsAtOnce).toBe(said);
});

test('an order of a plan has the name and the period it was sold by; one of before has those of its preset', () => {
  const sold = { plan_name: JSON.stringify({ cs: 'Tým', en: 'Team' }), every: 'year' };

  expect(orderFromRow({ ...CHANGE, ...sold })).toMatchObject({ name: { cs: 'Tým', en: 'Team' }, every: 'year' });
  expect(orderFromRow({ ...CHANGE, plan: 'ultra' })).toMatchObject({ name: { en: 'Ultra' }, every: 'month' });
});
