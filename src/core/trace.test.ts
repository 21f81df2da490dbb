import { expect, test } from 'bun:test';
import { ServiceError } from './errors.ts';
import { NO_SPAN, NO_TRACER, type Span, traceStep } from './trace.ts';

/** A span that records its calls. */
function noting(): { readonly span: Span; readonly told: string[] } {
  const told: string[] = [];
  const span: Span = {
    ...NO_SPAN,
    set: (name, value) => void told.push(`${name} is ${value}`),
    fail: (type) => void told.push(`failed: ${type}`),
    end: () => void told.push('ended'),
  };
  return { span, told };
}

test('without tracing, everything is one and the same object, and a step is left as it is', () => {
  const step = Promise.resolve();

  expect(NO_TRACER.begin(new Headers())).toBe(NO_SPAN);
  expect(NO_SPAN.child('a').child('b')).toBe(NO_SPAN);
  expect(NO_SPAN.headers).toBe(NO_SPAN.logFields);
  expect(Object.keys(NO_SPAN.headers)).toEqual([]);
  expect(traceStep(NO_SPAN, step)).toBe(step);
  expect([NO_SPAN, NO_SPAN.headers, NO_TRACER].every(Object.isFrozen)).toBe(true);
});

test('the span of a step ends with the step, and the value is passed on', async () => {
  const { span, told } = noting();

  expect(await traceStep(span, Promise.resolve(7))).toBe(7);

  expect(told).toEqual(['ended']);
});

test('a refusal is named by its code and is no failure', async () => {
  const { span, told } = noting();
  const refusal = new ServiceError('insufficient_credit', 'There is no credit.');

  await expect(traceStep(span, Promise.reject(refusal))).rejects.toBe(refusal);

  expect(told).toEqual(['error.type is insufficient_credit', 'ended']);
});

test.each([
  [new TypeError('with a secret in it'), 'TypeError'],
  ['a secret', 'unknown'],
])('an unforeseen error is a failure, named without its words', async (thrown, name) => {
  const { span, told } = noting();

  await traceStep(span, Promise.reject(thrown)).catch(() => {});

  expect(told).toEqual([`failed: ${name}`, 'ended']);
});
