import { describe, expect, test } from 'bun:test';
import { readTraceContext, traceParentOf } from './trace-context.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const read = (traceparent: string, tracestate?: string) =>
  readTraceContext(new Headers({ traceparent, ...(tracestate !== undefined && { tracestate }) }));

test('what the header says is read, and written again in the same way', () => {
  const context = read(`00-${TRACE}-${SPAN}-01`);

  expect(context).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true });
  expect(traceParentOf(context!)).toBe(`00-${TRACE}-${SPAN}-01`);
});

test.each([
  ['00', false],
  ['01', true],
  ['02', false],
  ['03', true],
])('of the flags %s only the lowest bit counts', (flags, isSampled) => {
  expect(read(`00-${TRACE}-${SPAN}-${flags}`)?.isSampled).toBe(isSampled);
});

test('a later version is read as far as it is known', () => {
  expect(read(`01-${TRACE}-${SPAN}-01-more`)?.traceId).toBe(TRACE);
  expect(read(`cc-${TRACE}-${SPAN}-01`)?.traceId).toBe(TRACE);
});

test('without the header there is no context, whatever the other one says', () => {
  expect(readTraceContext(new Headers({ tracestate: 'a=1' }))).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['an upper-case id', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a span id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['an id that is too short', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['a character that is no digit', `00-${TRACE.slice(1)}g-${SPAN}-01`],
  ['the forbidden version', `ff-${TRACE}-${SPAN}-01`],
  ['a version of letters', `zz-${TRACE}-${SPAN}-01`],
  ['more than version 00 has', `00-${TRACE}-${SPAN}-01-more`],
  ['a later version that goes on without a hyphen', `01-${TRACE}-${SPAN}-01more`],
  ['other separators', `00_${TRACE}_${SPAN}_01`],
  ['flags that are no digits', `00-${TRACE}-${SPAN}-0x`],
  ['two of them, as they arrive', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
])('%s is not taken', (_, text) => {
  expect(read(text)).toBeUndefined();
});

describe('the state', () => {
  const stateOf = (state: string) => read(`00-${TRACE}-${SPAN}-01`, state)?.state;

  test.each(['a=1', 'vendor@sys=value with spaces,b/c=x;y', 'a=1, b=2', 'a=1,,b=2'])(
    'is kept as it came: %s',
    (state) => {
      expect(stateOf(state)).toBe(state);
    },
  );

  test.each([
    ['no value', 'a='],
    ['no key', '=1'],
    ['no sign', 'a'],
    ['an upper-case key', 'A=1'],
    ['a second sign', 'a=1=2'],
    ['too many members', Array.from({ length: 33 }, (_, n) => `k${n}=1`).join(',')],
    ['too many characters', `a=${'x'.repeat(511)}`],
    ['a key without end', `${'k'.repeat(257)}=1`],
  ])('is left behind when it has %s; the trace is kept', (_, state) => {
    expect(stateOf(state)).toBeUndefined();
    expect(read(`00-${TRACE}-${SPAN}-01`, state)?.traceId).toBe(TRACE);
  });
});
