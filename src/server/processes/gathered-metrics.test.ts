import { expect, test } from 'bun:test';
import type { Family } from '../../lib/prometheus.ts';
import { createGatheredMetrics } from './gathered-metrics.ts';

const counted = (asked: number): readonly Family[] => [
  { name: 'asked_total', help: 'Asked.', type: 'counter', together: 'sum', series: [{ labels: {}, value: asked }] },
  { name: 'running', help: 'Running.', type: 'gauge', together: 'sum', series: [{ labels: {}, value: 1 }] },
];

/** The answer of each worker; nothing for one that does not answer. */
function gathered(says: Map<number, readonly Family[]>) {
  const metrics = createGatheredMetrics(async (onAnswer) => {
    for (const [worker, families] of says) onAnswer(worker, families);
  });
  const read = async () => {
    const lines = (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return Object.fromEntries(lines.map((line) => line.split(' ')));
  };
  return { metrics, read };
}

test('the figures of all workers are one', async () => {
  const { read } = gathered(
    new Map([
      [1, counted(3)],
      [2, counted(4)],
    ]),
  );

  expect(await read()).toEqual({ asked_total: '7', running: '2' });
});

test('what a worker had counted stays in the sum after its end, and its successor adds to it', async () => {
  const says = new Map([
    [1, counted(3)],
    [2, counted(4)],
  ]);
  const { metrics, read } = gathered(says);
  await read();

  metrics.ended(2);
  says.delete(2);

  expect(await read()).toEqual({ asked_total: '7', running: '1' });
  says.set(2, counted(1));
  expect(await read()).toEqual({ asked_total: '8', running: '2' });
});

test('a worker that does not answer counts with what it last said, and is not there now', async () => {
  const says = new Map([
    [1, counted(3)],
    [2, counted(4)],
  ]);
  const { read } = gathered(says);
  await read();

  says.delete(2);

  expect(await read()).toEqual({ asked_total: '7', running: '1' });
});

test('a worker that answers and ends while others are asked is counted once', async () => {
  const end = Promise.withResolvers<void>();
  const metrics = createGatheredMetrics(async (onAnswer) => {
    onAnswer(1, counted(3));
    onAnswer(2, counted(4));
    await end.promise;
  });

  const text = metrics.text();
  metrics.ended(2);
  end.resolve();

  expect(await text).toContain('\nasked_total 7\n');
});
