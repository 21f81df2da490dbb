import { describe, expect, spyOn, test } from 'bun:test';
import { type Random, randomText, seeded } from '../../../test/support/random.ts';
import { ServiceError } from '../../core/errors.ts';
import { parseJsonBody } from './json-body.ts';

const DEPTH_MAX = 64;
const ROOMY = { keysMax: 10_000, valuesMax: 10_000 };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const parse = (text: string, depthMax = DEPTH_MAX) => parseJsonBody(bytesOf(text), { depthMax, ...ROOMY });

function refusal(body: string | Uint8Array, depthMax = DEPTH_MAX): string {
  try {
    parseJsonBody(typeof body === 'string' ? bytesOf(body) : body, { depthMax, ...ROOMY });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_body') return error.message;
    throw error;
  }
  return 'accepted';
}

describe('a body that is read', () => {
  test.each([
    '{}',
    ' \t\r\n{ "a" : 1 } \n',
    '{"a":null,"b":[],"c":{},"d":"","e":-1.5e3,"f":true}',
    '{"a":{"a":1,"b":{"a":2}},"b":[{"a":1},{"a":2}]}',
    '{"text":"a \\" quote, a \\\\ backslash, a \\\\\\" both"}',
    '{"a":"ends with a backslash \\\\","b":1}',
    '{"a":"{[:,}]","b":"::"}',
    '{"a:b":1,"c\\"d":2,"":3}',
    '{"a":"\\u2028\\ud83c\\udf32","b":"🌲ž\u2028"}',
    '{"lone":"\\ud800"}',
  ])('%s is what JSON.parse says', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  test('may have a field twice below its top level, as JSON.parse takes it', () => {
    expect(parse('{"a":{"b":1,"b":2}}')).toEqual({ a: { b: 2 } });
  });

  test('keeps NUL and replacement characters that the caller wrote', () => {
    expect(parse('{"a":"\\u0000\ufffd"}')).toEqual({ a: '\0\ufffd' });
  });
});

describe('a body that is refused', () => {
  test('says that it is empty', () => {
    expect(refusal('')).toBe('The request body is empty; send a JSON object.');
  });

  test.each(['[]', '[{"a":1}]', '"text"', '7', 'null', 'true'])('says that %s is no object', (text) => {
    expect(refusal(text)).toBe('The request body must be a JSON object.');
  });

  test.each([
    ' ',
    '{',
    '}',
    '{]',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '{"a":1} {"b":2}',
    '{"a":1}}',
    '{"a":01}',
    '{"a":NaN}',
    '{"a":"\n"}',
    '{"a":"unterminated',
    '{"a":"\\',
    '{"a":"\\x"}',
    '{/* comment */}',
    '\uFEFF{"a":1}',
    '{}\0',
  ])('says that %j is no JSON', (text) => {
    expect(refusal(text)).toBe('The request body is not valid JSON.');
  });

  test.each([
    ['a byte that never occurs', [0xff]],
    ['a cut sequence', [0xc3]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a point above the last', [0xf4, 0x90, 0x80, 0x80]],
  ])('says that %s is no UTF-8', (_what, bytes) => {
    const body = Buffer.concat([bytesOf('{"a":"'), Uint8Array.from(bytes), bytesOf('"}')]);

    expect(refusal(body)).toBe('The request body is not valid UTF-8.');
  });
});

describe('the same field twice at the top', () => {
  const TWICE = 'The request body has the same field twice at its top level.';

  test.each([
    '{"model":"a","model":"b"}',
    '{"model":"a","x":[1,{"y":2}],"model":"a"}',
    '{"model":"a","mod\\u0065l":"b"}',
    '{"a\\"":1,"a\\u0022":2}',
    '{"\\\\":1,"\\u005c":2}',
    '{"a" : 1 , "a" : 1}',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
  ])('is refused: %s', (text) => {
    expect(refusal(text)).toBe(TWICE);
  });

  test.each(['{"a":1,"A":2}', '{"a":1,"a ":2}', '{"a":"a:1","b":{"a":1}}', '{"é":1,"e\u0301":2}'])(
    'is not what this is: %s',
    (text) => {
      expect(refusal(text)).toBe('accepted');
    },
  );
});

test.each(['__proto__', 'constructor', 'prototype'])('a field named %s is refused at the top', (name) => {
  expect(refusal(`{"${name}":{"a":1}}`)).toBe(`The request body may not have a field named ${name}.`);
});

test('reading a body changes no prototype', () => {
  parse('{"a":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}');

  expect('polluted' in {}).toBe(false);
});

describe('nesting', () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

  test('is read up to the limit and refused above it', () => {
    expect(refusal(nested(64))).toBe('accepted');
    expect(refusal(nested(65))).toBe('The request body is nested deeper than 64 levels.');
    expect(refusal('{"a":{}}', 1)).toBe('The request body is nested deeper than 1 levels.');
  });

  test('is refused before it is parsed, however deep it is and even when it never ends', () => {
    expect(refusal(`{"a":${'['.repeat(1_000_000)}`)).toContain('nested deeper');
    expect(refusal('{"a":'.repeat(1_000_000))).toContain('nested deeper');
  });

  test('is not made by brackets inside strings, or by many objects beside each other', () => {
    expect(refusal(`{"a":"${'['.repeat(1000)}"}`)).toBe('accepted');
    expect(refusal(`{"a":[${'{},'.repeat(1000)}{}]}`)).toBe('accepted');
  });
});

test('a body of escapes alone is read', () => {
  const megabyte = `{"a":"${'\\\\'.repeat(500_000)}"}`;

  expect((parse(megabyte).a as string).length).toBe(500_000);
});

describe('random objects', () => {
  test('are read as JSON.parse reads them, with any spacing', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const random = seeded(seed);
      const object = randomObject(random, 4);
      const text = JSON.stringify(object, null, random.pick([0, 1, '\t']));

      expect(parse(text), `seed ${seed}: ${text}`).toEqual(JSON.parse(text));
    }
  });

  test('are refused when any of their fields is written once more', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed);
      const object = { ...randomObject(random, 2), last: 1 };
      const again = random.pick(Object.keys(object));
      const text = `${JSON.stringify(object).slice(0, -1)},${escapedAtRandom(again, random)}:0}`;

      expect(refusal(text), `seed ${seed}: ${text}`).toContain('the same field twice');
    }
  });

  function randomObject(random: Random, depth: number): Record<string, unknown> {
    return Object.fromEntries(
      Array.from({ length: random.integer(0, 5) }, () => [randomText(random), randomValue(random, depth - 1)]),
    );
  }

  function randomValue(random: Random, depth: number): unknown {
    const kind = random.integer(0, depth > 0 ? 5 : 3);
    if (kind === 0) return null;
    if (kind === 1) return random.fraction() < 0.5;
    if (kind === 2) return random.integer(-1000, 1000) / 8;
    if (kind === 3) return randomText(random);
    if (kind === 4) return Array.from({ length: random.integer(0, 3) }, () => randomValue(random, depth - 1));
    return randomObject(random, depth);
  }

  /** The same string, some of it written as \uXXXX. */
  function escapedAtRandom(text: string, random: Random): string {
    const units = text.split('').map((unit) => {
      const isPlain = random.fraction() < 0.5 && /[a-z{}[\]:,]/.test(unit);
      return isPlain ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
    return `"${units.join('')}"`;
  }
});

describe('the structure of a body', () => {
  const counted = (text: string, limits: { keysMax?: number; valuesMax?: number }) => {
    try {
      parseJsonBody(bytesOf(text), { depthMax: DEPTH_MAX, ...ROOMY, ...limits });
      return 'accepted';
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.each([
    ['fields of one object', '{"a":1,"b":2,"c":3}'],
    ['fields of nested objects', '{"a":{"b":{"c":1}}}'],
    ['the same field again and again', '{"x":{"a":1,"a":2}}'],
  ])('may have three field names and no more: %s', (_, text) => {
    expect(counted(text, { keysMax: 3 })).toBe('accepted');
    expect(counted(text, { keysMax: 2 })).toBe('The request body has more than 2 fields in all.');
  });

  test.each([
    ['elements', '{"a":[1,2]}', 3],
    ['arrays', '{"a":[[],[]]}', 5],
    ['fields', '{"a":1,"b":2,"c":3}', 3],
  ])('may have so many values and no more: %s', (_, text, values) => {
    expect(counted(text, { valuesMax: values })).toBe('accepted');
    expect(counted(text, { valuesMax: values - 1 })).toBe(
      `The request body has more than ${values - 1} values in all.`,
    );
  });

  test('is not what is inside texts', () => {
    expect(counted('{"a":"[[{:,:,:,}]]\\",:[{"}', { keysMax: 1, valuesMax: 1 })).toBe('accepted');
  });

  test('is judged before any value is made of it', () => {
    const parse = spyOn(JSON, 'parse');
    const message = counted(`{"a":[${'[],'.repeat(9000)}[]]}`, {});

    expect(message).toBe('The request body has more than 10000 values in all.');
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
});
