import { expect, test } from 'bun:test';
import { assert } from './assert.ts';

test.each([[true], [1], ['x'], [{}]])('%p holds', (condition) => {
  expect(() => assert(condition, 'must hold')).not.toThrow();
});

test.each([[false], [0], [''], [null], [undefined]])(
  '%p stops the program path and says what must hold',
  (condition) => {
    expect(() => assert(condition, 'one is one')).toThrow('Assertion failed: one is one');
  },
);
