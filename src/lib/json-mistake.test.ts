import { expect, test } from 'bun:test';
import { jsonMistake } from './json-mistake.ts';

test.each([
  ['{\n  "port": 8787,\n  "host": "127.0.0.1",\n}', 4, 1, 'a name in double quotation marks'],
  ['{\n  "port": 8787\n  "host": "127.0.0.1"\n}', 3, 3, 'a comma or }'],
  ['{ port: 8787 }', 1, 3, 'a name in double quotation marks'],
  ['{"port" 8787}', 1, 9, 'a colon'],
  ['{"port": }', 1, 10, 'a value'],
  ['{"port": 08}', 1, 11, 'a comma or }'],
  ['{"a": [1, 2}', 1, 12, 'a comma or ]'],
  ['{"a": "unfinished\n}', 1, 7, 'a text that ends with a quotation mark on its line'],
  ["{'a': 1}", 1, 2, 'a name in double quotation marks'],
  ['{"a": 1} // why', 1, 10, 'the end of the file'],
  ['', 1, 1, 'a value'],
  ['{"ž": 1,\r\n"b" 2}', 2, 5, 'a colon'],
])('%j is wrong at line %d, column %d: %s is expected', (text, line, column, expected) => {
  expect(jsonMistake(text)).toEqual({ line, column, expected });
});

test.each(['{}', '[]', ' {"a":[1,-2.5e3,{"b":null}],"c":"\\u00e9\\n","d":true}\n', '"x"', '0', '"\u007f\u0085"'])(
  '%j is JSON',
  (text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(jsonMistake(text)).toBeUndefined();
  },
);

test('says of every text what the runtime says: JSON, or not', () => {
  const whole = '{"a": [1, -2.5e3, "te\\"xt", {"b": null}], "c": true}';
  const mutants = [...whole].flatMap((_, at) =>
    ['', ',', '"', '}', '1', '\\', '\n'].map((piece) => whole.slice(0, at) + piece + whole.slice(at + 1)),
  );
  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  expect(mutants.filter((text) => (jsonMistake(text) === undefined) !== isJson(text))).toEqual([]);
});

test('a text that is nested without end is a mistake, and does not end the program', () => {
  expect(jsonMistake('['.repeat(1_000_000))).toMatchObject({ expected: expect.any(String) });
});
