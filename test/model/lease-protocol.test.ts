/** The protocol of leases, explored: whatever the order of its steps, nothing is counted twice and nothing is lost. */
import { describe, expect, test } from 'bun:test';
import type { InTurn } from '../../src/lib/in-turn.ts';
import { explore, type Scenario } from './lease-explorer.ts';

/** The past: each server has leased one of two, and B will want the one that becomes free on A. */
const BEFORE = {
  credit: 2n,
  first: [
    ['B', 'hold', 'b1'],
    ['A', 'hold', 'a1'],
  ],
} as const;

const SCENARIOS = {
  'a lease that is wanted back when it rests': {
    ...BEFORE,
    actors: [[['B', 'hold', 'b2']], [['A', 'release', 'a1']], [['A', 'sync']], [['A', 'recall']]],
  },
  'a lease that is wanted back when it rests, while its account is used again': {
    ...BEFORE,
    actors: [
      [['B', 'hold', 'b2']],
      [
        ['A', 'release', 'a1'],
        ['A', 'hold', 'a2'],
      ],
      [['A', 'sync']],
      [['A', 'recall']],
    ],
  },
  'a lease that is wanted back while its server is taken for dead': {
    ...BEFORE,
    actors: [[['B', 'hold', 'b2']], [['A', 'release', 'a1']], [['A', 'sync']], [['A', 'recall']], [['A', 'drop']]],
  },
  'a server that is taken for dead while it charges': {
    ...BEFORE,
    actors: [
      [
        ['B', 'settle', 'b1'],
        ['B', 'hold', 'b2'],
      ],
      [
        ['A', 'settle', 'a1'],
        ['A', 'hold', 'a2'],
      ],
      [['A', 'sync']],
      [['A', 'drop']],
    ],
  },
} as const satisfies Record<string, Scenario>;

/** As it was when what gives back did not take turns. */
const sideBySide = (): InTurn => (work) => work();

describe('in every order of steps nothing is counted twice and nothing is lost', () => {
  test.each(Object.entries<Scenario>(SCENARIOS))(
    '%s',
    async (name, scenario) => {
      const { states, broken } = await explore(scenario);

      console.log(`${name}: ${states} states`);
      expect(broken).toBeUndefined();
      expect(states).toBeGreaterThan(100);
    },
    600_000,
  );
});

describe('an order that goes wrong is found', () => {
  test('where parts are taken from a pot whatever their lease has, as it once was', async () => {
    const wanted = SCENARIOS['a lease that is wanted back when it rests'];

    const { broken } = await explore({ ...wanted, protocol: 'before', inTurn: sideBySide });

    expect(broken?.problem).toBe('the pot holds 0, servers have leased 1');
    expect(broken?.steps.at(-1)).toStartWith('A runs giveBack');
  }, 60_000);

  test('where two give back at once, and the lease of the second is a new one', async () => {
    const used = SCENARIOS['a lease that is wanted back when it rests, while its account is used again'];

    const { broken } = await explore({ ...used, inTurn: sideBySide });

    expect(broken?.problem).toBe('A1 counts on 1, its lease has 0');
  }, 60_000);
});
