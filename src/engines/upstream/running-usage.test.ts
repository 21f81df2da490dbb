import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { LearnedRunningUsage, type RunningUsageProbe } from './running-usage.ts';

let nowMs = 0;
let clock: ReturnType<typeof spyOn>;
beforeEach(() => {
  nowMs = 1000;
  clock = spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  clock.mockRestore();
});

const SILENT = { info() {}, warn() {}, error() {} };

/** An engine that answers with these statuses in turn, and how often it was asked. */
function learner(...statuses: readonly number[]) {
  const asked: RunningUsageProbe[] = [];
  const ask = async (probe: RunningUsageProbe) => {
    const status = statuses[asked.push(probe) - 1] ?? 503;
    const body = Object.assign((async function* () {})(), { takeWhole: () => undefined });
    return { status, headers: new Map(), body, discard() {} };
  };
  return { learned: new LearnedRunningUsage({ engine: 'main', ask, log: SILENT }), asked };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

test('no engine is asked before the server says so: a command does not run long enough', async () => {
  const { learned, asked } = learner(400, 400);

  learned.learnAgain();
  await settled();

  expect(asked).toEqual([]);
});

test('an engine that is away is asked again after a minute, with a request for it, until it has answered', async () => {
  const { learned, asked } = learner(503, 503, 400, 400);
  learned.learn();
  await settled();

  learned.learnAgain();
  await settled();
  expect(asked).toHaveLength(1);
  nowMs += 60_000;
  learned.learnAgain();
  await settled();
  expect(asked).toHaveLength(2);
  nowMs += 60_000;
  learned.learnAgain();
  await settled();
  expect(asked.map(({ runningUsage }) => runningUsage).slice(2)).toEqual([
    'continuous_usage_stats',
    'timings_per_token',
  ]);
  nowMs += 600_000;
  learned.learnAgain();
  await settled();

  expect(asked).toHaveLength(4);
  expect(learned.current).toBe('none');
});
