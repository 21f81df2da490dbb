/** Everything that has to be sealed is sealed, and the requests that end meanwhile get their turn. */

import { expect, test } from 'bun:test';
import { systemClock } from '../platform/clock.ts';
import type { Seals } from './audit/seal-store.ts';
import { createSealing } from './sealing.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

test('between two seals the loop serves others, and when the server stops nothing is waited for', async () => {
  const order: string[] = [];
  let left = 5;
  const seals: Seals = {
    seal: async () => {
      order.push('seal');
      return left-- > 0 ? 200 : 0;
    },
    head: async () => '5:hash',
  };
  const { step, finish } = createSealing({ clock: systemClock, log }, seals);
  const others = setInterval(() => order.push('other'), 0);
  try {
    while ((await step.run(0)) > 0);
    expect(order.filter((what) => what === 'seal')).toHaveLength(6);
    expect(order.join(' ')).not.toContain('seal seal');

    order.length = 0;
    left = 3;
    await finish();
    expect(order).toEqual(Array(6).fill('seal'));
  } finally {
    clearInterval(others);
  }
});
