/** Bodies of chats that are as large as they may be, in every shape that makes one step of their way expensive. */
const BODY_BYTES = 8 * 1024 * 1024;

type BodyShape = readonly [name: string, body: () => string];

export const chatWith = (content: string, more = ''): string =>
  `{"messages":[{"role":"user","content":${content}}]${more}}`;
const many = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join();
/** A text of so many bytes, or of as many as a body may have. */
const filled = (text: string, bytes = BODY_BYTES - 1000): string =>
  text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
const tool = (name: string, more: string): string => `{"type":"function","function":{"name":"${name}"${more}}}`;
const schemaOf = (fields: number): string =>
  `{"type":"object","properties":{${many(fields, (n) => `"k${n}":{"type":"string"}`)}}}`;
const schemaFormat = (schema: string): string =>
  `,"response_format":{"type":"json_schema","json_schema":{"name":"s","schema":${schema}}}`;

export const REFUSED_BODIES: readonly BodyShape[] = [
  ['700,000 entries of logit_bias', () => chatWith('"Hi"', `,"logit_bias":{${many(700_000, (n) => `"${n}":1`)}}`)],
  ['700,000 fields', () => `{${many(700_000, (n) => `"k${n}":1`)}}`],
  ['the same field 1,000,000 times', () => `{${many(1_000_000, () => '"a":1')}}`],
  ['2.7 million empty arrays', () => chatWith('"Hi"', `,"x":[${many(2_700_000, () => '[]')}]`)],
  ['2.7 million empty objects', () => chatWith('"Hi"', `,"x":[${many(2_700_000, () => '{}')}]`)],
  ['4 million numbers', () => chatWith('"Hi"', `,"x":[${many(4_000_000, () => '1')}]`)],
  ['2.7 million empty texts', () => chatWith('"Hi"', `,"x":[${many(2_700_000, () => '""')}]`)],
  ['a million messages', () => `{"messages":[${many(1_000_000, () => '{}')}]}`],
  [
    '500,000 fields of a tool',
    () => chatWith('"Hi"', `,"tools":[${tool('f', `,"parameters":{${many(500_000, (n) => `"k${n}":1`)}}`)}]`),
  ],
  ['arrays nested 4 million deep', () => '['.repeat(4_000_000)],
  ['8 MB of colons', () => `{${filled(':')}}`],
  ['8 MB of commas', () => `[${filled(',')}]`],
  ['8 MB of escaped quotes that never end', () => `{"a":"${filled('\\"')}`],
  ['a text of quotes that is no chat', () => `{"a":"${filled('\\"')}"}`],
];

export const TAKEN_BODIES: readonly BodyShape[] = [
  ['8 MB of letters', () => chatWith(`"${filled('a')}"`)],
  ['8 MB of Czech', () => chatWith(`"${filled('žluťoučký kůň ')}"`)],
  ['8 MB of emoji', () => chatWith(`"${filled('🌲')}"`)],
  ['8 MB of line ends', () => chatWith(`"${filled('line\\n')}"`)],
  ['8 MB of escaped quotes', () => chatWith(`"${filled('\\"')}"`)],
  ['8 MB of escaped letters', () => chatWith(`"${filled('\\u0041')}"`)],
  ['a number of 8 MB that nothing reads', () => chatWith('"Hi"', `,"x":${filled('1')}`)],
  [
    '300 messages of 27 KB',
    () => `{"messages":[${many(300, () => `{"role":"user","content":"${filled('word ', 27_000)}"}`)}]}`,
  ],
  [
    '300 messages with 6,000 text parts',
    () => {
      const parts = many(20, () => `{"type":"text","text":"${filled('ž', 1_000)}"}`);
      return `{"messages":[${many(300, () => `{"role":"user","content":[${parts}]}`)}]}`;
    },
  ],
  ['a tool of 8 MB', () => chatWith('"Hi"', `,"tools":[${tool('f', `,"description":"${filled('a')}"`)}]`)],
  [
    '128 tools with 19,000 fields',
    () => {
      const about = `,"description":"${filled('a', 40_000)}","parameters":${schemaOf(70)}`;
      return chatWith('"Hi"', `,"tools":[${many(128, (n) => tool(`f${n}`, about))}]`);
    },
  ],
  ['a schema with 19,000 fields', () => chatWith('"Hi"', schemaFormat(schemaOf(9_500)))],
  ['a schema with 45,000 values', () => chatWith('"Hi"', schemaFormat(`{"enum":[${many(45_000, (n) => `"v${n}"`)}]}`))],
  ['300 entries of logit_bias', () => chatWith('"Hi"', `,"logit_bias":{${many(300, (n) => `"${n}":1`)}}`)],
];
