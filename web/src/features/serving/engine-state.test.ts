import { expect, test } from 'bun:test';
import { engineState } from './engine-state.ts';

const ENGINE = { name: 'main', detail: '', models: [], running: 0, queued: 0, firstEventMs: null };

test.each([
  ['up', { ok: true, isDraining: false, answered: 0, failed: 0 }],
  ['up', { ok: true, isDraining: false, answered: 91, failed: 9 }],
  ['someFail', { ok: true, isDraining: false, answered: 9, failed: 1 }],
  ['fails', { ok: true, isDraining: false, answered: 0, failed: 1 }],
  ['down', { ok: false, isDraining: false, answered: 5, failed: 0 }],
  ['drained', { ok: false, isDraining: true, answered: 0, failed: 5 }],
] as const)('an engine is %s by what it did', (state, about) => {
  expect(engineState({ ...ENGINE, ...about })).toBe(state);
});
