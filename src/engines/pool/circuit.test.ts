import { describe, expect, test } from 'bun:test';
import { admits, after, type Circuit, type CircuitEvent, isTrialSlow, OPEN_MS_MAX } from './circuit.ts';

const SETTINGS = { failuresMax: 3, openMs: 5_000 };
const NOW = 100_000;
const ERA = 4;

const STATES = {
  closed: { kind: 'closed', era: ERA, failures: 0 },
  'closed, one failure short': { kind: 'closed', era: ERA, failures: 2 },
  'open, too early': { kind: 'open', era: ERA, untilMs: NOW + 1, trips: 1 },
  'open, time over': { kind: 'open', era: ERA, untilMs: NOW, trips: 1 },
  'half-open': { kind: 'half-open', era: ERA, trips: 1 },
  'half-open, on trial': { kind: 'half-open', era: ERA, trips: 1, triedAtMs: NOW },
} as const satisfies Record<string, Circuit>;

const EVENTS = {
  asked: { type: 'asked', nowMs: NOW },
  began: { type: 'began', era: ERA },
  finished: { type: 'finished', era: ERA },
  left: { type: 'left', era: ERA },
  failed: { type: 'failed', era: ERA, nowMs: NOW },
  'key-refused': { type: 'key-refused', era: ERA, nowMs: NOW },
  'probe-passed': { type: 'probe-passed', nowMs: NOW },
  'probe-failed': { type: 'probe-failed', nowMs: NOW },
} as const satisfies Record<CircuitEvent['type'], CircuitEvent>;

const oneFailure: Circuit = { kind: 'closed', era: ERA, failures: 1 };
const opened: Circuit = { kind: 'open', era: ERA + 1, untilMs: NOW + 5_000, trips: 1 };
const openedAgain: Circuit = { kind: 'open', era: ERA + 1, untilMs: NOW + 10_000, trips: 2 };
const halfOpen: Circuit = { kind: 'half-open', era: ERA + 1, trips: 1 };
const same = 'same';

/** Every state against every event. */
const TABLE: Record<keyof typeof STATES, Record<CircuitEvent['type'], Circuit | typeof same>> = {
  closed: {
    asked: same,
    began: same,
    finished: same,
    left: same,
    failed: oneFailure,
    'key-refused': opened,
    'probe-passed': same,
    'probe-failed': oneFailure,
  },
  'closed, one failure short': {
    asked: same,
    began: same,
    finished: STATES.closed,
    left: same,
    failed: opened,
    'key-refused': opened,
    'probe-passed': same,
    'probe-failed': opened,
  },
  'open, too early': {
    asked: same,
    began: same,
    finished: same,
    left: same,
    failed: same,
    'key-refused': same,
    'probe-passed': same,
    'probe-failed': same,
  },
  'open, time over': {
    asked: same,
    began: same,
    finished: same,
    left: same,
    failed: same,
    'key-refused': same,
    'probe-passed': halfOpen,
    'probe-failed': opened,
  },
  'half-open': {
    asked: STATES['half-open, on trial'],
    began: STATES.closed,
    finished: STATES.closed,
    left: same,
    failed: openedAgain,
    'key-refused': openedAgain,
    'probe-passed': same,
    'probe-failed': opened,
  },
  'half-open, on trial': {
    asked: same,
    began: STATES.closed,
    finished: STATES.closed,
    left: STATES['half-open'],
    failed: openedAgain,
    'key-refused': openedAgain,
    'probe-passed': same,
    'probe-failed': opened,
  },
};

const states = Object.keys(STATES) as (keyof typeof STATES)[];
const events = Object.keys(EVENTS) as CircuitEvent['type'][];

describe.each(states)('a circuit that is %s', (state) => {
  test.each(events)('hears %s', (event) => {
    const expected = TABLE[state][event];

    expect(after(STATES[state], EVENTS[event], SETTINGS)).toEqual(expected === same ? STATES[state] : expected);
  });

  test.each(events.filter((event) => 'era' in EVENTS[event]))('does not care for %s of an earlier era', (event) => {
    const old = { ...EVENTS[event], era: ERA - 1 } as CircuitEvent;

    expect(after(STATES[state], old, SETTINGS)).toEqual(STATES[state]);
  });
});

test('requests go through a closed circuit, one at a time through a half-open one, and not through an open one', () => {
  const through = states.filter((state) => admits(STATES[state]));

  expect(through).toEqual(['closed', 'closed, one failure short', 'half-open']);
});

test('a trial is slow when it takes longer than the engine is left alone the first time', () => {
  const slow = (state: keyof typeof STATES, nowMs: number) => isTrialSlow(STATES[state], nowMs, SETTINGS);

  expect(slow('half-open, on trial', NOW + 4_999)).toBe(false);
  expect(states.filter((state) => slow(state, NOW + 5_000))).toEqual(['half-open, on trial']);
});

test('an engine whose trials keep failing is left alone for longer and longer, but not for ever', () => {
  let circuit: Circuit = STATES.closed;
  let nowMs = NOW;
  const waitsMs: number[] = [];

  circuit = after(circuit, { type: 'key-refused', era: circuit.era, nowMs }, SETTINGS);
  while (circuit.kind === 'open' && waitsMs.length < 7) {
    waitsMs.push(circuit.untilMs - nowMs);
    nowMs = circuit.untilMs;
    const onTrial = after(circuit, { type: 'probe-passed', nowMs }, SETTINGS);
    circuit = after(onTrial, { type: 'failed', era: onTrial.era, nowMs }, SETTINGS);
  }

  expect(waitsMs).toEqual([5_000, 10_000, 20_000, OPEN_MS_MAX, OPEN_MS_MAX, OPEN_MS_MAX, OPEN_MS_MAX]);
});

test('an engine that the operator wants left alone for minutes is left alone for minutes', () => {
  const settings = { ...SETTINGS, openMs: 120_000 };

  const opened = after(STATES.closed, { type: 'key-refused', era: STATES.closed.era, nowMs: NOW }, settings);

  expect(opened).toMatchObject({ kind: 'open', untilMs: NOW + 120_000 });
});

test('a failed probe does not put off the next one, and does not forget how many trials have failed', () => {
  const tripped: Circuit = { kind: 'open', era: ERA, untilMs: NOW, trips: 3 };

  const looked = after(tripped, EVENTS['probe-failed'], SETTINGS);
  const found = after(looked, { type: 'probe-passed', nowMs: NOW + 5_000 }, SETTINGS);
  const failed = after(found, { type: 'failed', era: found.era, nowMs: NOW + 5_000 }, SETTINGS);

  expect(looked).toMatchObject({ kind: 'open', untilMs: NOW + 5_000 });
  expect(found.kind).toBe('half-open');
  expect(failed).toMatchObject({ kind: 'open', untilMs: NOW + 5_000 + OPEN_MS_MAX });
});

test('after an engine has come back, the next failure is the first one again', () => {
  const back = after(STATES['half-open, on trial'], EVENTS.began, SETTINGS);

  expect(after(back, EVENTS.failed, SETTINGS)).toEqual(oneFailure);
});
