import { expect, test } from 'bun:test';
import { bytesField, numberField, varint } from './onnx-encoder.fixture.ts';
import { readBytes, readFields, readNumbers, readText } from './onnx-protobuf.ts';

test('fields come in order, with their numbers', () => {
  const message = Buffer.concat([numberField(1, 300), bytesField(2, 'abc'), numberField(2000, 0)]);
  const fields = [...readFields(message)].map(({ number, value }) => [
    number,
    typeof value === 'number' ? value : readText(value),
  ]);
  expect(fields).toEqual([
    [1, 300],
    [2, 'abc'],
    [2000, 0],
  ]);
});

test('fixed-size values are passed on as bytes', () => {
  const message = Buffer.from([0x0d, 1, 2, 3, 4, 0x11, 1, 2, 3, 4, 5, 6, 7, 8]);
  const lengths = [...readFields(message)].map(({ number, value }) => [number, readBytes(value).length]);
  expect(lengths).toEqual([
    [1, 4],
    [2, 8],
  ]);
});

test.each([0, 1, 127, 128, 16_384, 2 ** 31, 2 ** 40, -1, -128])('%d survives', (value) => {
  expect([...readFields(numberField(1, value))]).toEqual([{ number: 1, value }]);
  expect(readNumbers(Buffer.concat([varint(value), varint(7)]))).toEqual([value, 7]);
});

test('a number alone in its field is a list of one', () => {
  expect(readNumbers(5)).toEqual([5]);
});

test('an empty message has no fields', () => {
  expect([...readFields(new Uint8Array())]).toEqual([]);
});

test.each([
  ['in a length', Buffer.from([0x0a])],
  ['in bytes', Buffer.from([0x0a, 5, 1, 2])],
  ['in a number', Buffer.from([0x08, 0x80])],
  ['in a fixed-size value', Buffer.from([0x0d, 1, 2])],
  ['by a negative length', Buffer.concat([Buffer.from([0x0a]), varint(-1)])],
])('a message that ends %s is refused', (_where, message) => {
  expect(() => [...readFields(message)]).toThrow('The ONNX file is cut off.');
});

test('an endless number is refused', () => {
  expect(() => [...readFields(Buffer.alloc(20, 0xff))]).toThrow('longer than ten bytes');
});

test('groups, which nobody writes any more, are refused', () => {
  expect(() => [...readFields(Buffer.from([0x0b]))]).toThrow('unknown wire type 3');
});

test('a number is no text', () => {
  expect(() => readText(5)).toThrow('a number stands where bytes belong');
});
