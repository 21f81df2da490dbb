import { describe, expect, test } from 'bun:test';
import { type HoldEvent, type HoldState, NEXT_HOLD_STATE } from './ledger.ts';

describe('a hold', () => {
  const STATES: readonly HoldState[] = ['open', 'settled', 'released', 'expired'];
  const EVENTS: readonly HoldEvent[] = ['settle', 'release', 'expire'];
  const CHANGES: Readonly<Record<HoldEvent, HoldState>> = { settle: 'settled', release: 'released', expire: 'expired' };

  test('has an answer to every event in every state', () => {
    expect(Object.keys(NEXT_HOLD_STATE)).toEqual([...STATES]);
    for (const state of STATES) expect(Object.keys(NEXT_HOLD_STATE[state])).toEqual([...EVENTS]);
  });

  test.each(EVENTS)('that is open changes on %s', (event) => {
    expect(NEXT_HOLD_STATE.open[event]).toBe(CHANGES[event]);
  });

  const closed = STATES.filter((state) => state !== 'open');
  test.each(closed.flatMap((state) => EVENTS.map((event) => [state, event] as const)))(
    'that is %s stays so on %s: nothing is charged twice, or after the fact',
    (state, event) => {
      expect(NEXT_HOLD_STATE[state][event]).toBe(state);
    },
  );
});
