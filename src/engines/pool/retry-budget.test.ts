import { expect, test } from 'bun:test';
import { RetryBudget } from './retry-budget.ts';

test('in an outage at most a fifth of the requests is asked twice, beside a small reserve', () => {
  const budget = new RetryBudget();
  let retries = 0;

  for (let request = 0; request < 1000; request++) {
    budget.earn();
    if (budget.spend()) retries += 1;
  }

  expect(retries).toBeWithin(200, 211);
});

test('the reserve is for quiet hours and does not grow over time', () => {
  const budget = new RetryBudget();

  for (let request = 0; request < 10_000; request++) budget.earn();
  let retries = 0;
  while (budget.spend()) retries += 1;

  expect(retries).toBe(10);
});
