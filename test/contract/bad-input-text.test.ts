/** Texts that break careless code: each must reach the upstream and come back exactly as it was written. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chunksOf, completionOf, textOf } from '../support/chat-client.ts';
import { echo } from '../support/scripted-upstream.ts';
import type { TestService } from '../support/service.ts';
import { CHAT, startOpenService } from './bad-input.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOpenService();
  service.upstream.play(echo());
});
afterAll(() => service.stop());

const TEXTS = [
  // Words that mean something to some program.
  'null',
  'undefined',
  'true',
  'NaN',
  '0',
  '-1',
  '1e1000',
  'nil',
  '[object Object]',
  '__proto__',
  'constructor',
  '[DONE]',
  'data: [DONE]',
  'data: {"error":{}}',
  ': ping',
  'event: error\ndata: x',
  'id: 1\n\n',
  '\n\ndata: x\n\n',
  'None',
  // Quotes, escapes, templates.
  '"',
  "'",
  '`',
  '\\',
  '\\\\',
  '\\n',
  '\\u0041',
  '\\"',
  '"}],"model":"svc-polaris","x":[{"',
  '\u0024{1+1}',
  '{{7*7}}',
  '#{1}',
  '%s%n%d',
  '%00',
  '%0d%0aX: y',
  '$(id)',
  '`id`',
  '../../etc/passwd',
  'C:\\windows\\x',
  'a\u0000b',
  '\u0000',
  // Other languages' code.
  "' OR 1=1; DROP TABLE accounts; --",
  'Robert"); DELETE FROM pots; --',
  '<script>alert(1)</script>',
  '<img src=x onerror=y>',
  '<!-- ]]> -->',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///x">]>',
  '=HYPERLINK("x")',
  'javascript:x',
  // Spaces and line ends.
  ' ',
  '  two  spaces  ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  'a\r\nb\rc\nd',
  '\u00a0',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u000b\f',
  '\u3000',
  '\ufeffwith a mark',
  'mark in\ufeffside',
  '\u200b',
  'zero\u200bwidth\u200djoiner',
  '\u2060',
  '\u00ad',
  // Writing systems.
  'Příliš žluťoučký kůň úpěl ďábelské ódy',
  'ČŘŽ ěščřžýáíé ůú',
  'e\u0301 and é',
  'Ω Ω Å Å',
  'ﬁ ﬀ',
  'İıIi',
  'ßẞ',
  'שלום עולם',
  'مرحبا بالعالم',
  '\u202eright to left\u202c',
  '\u2066isolate\u2069',
  '中文字符',
  'こんにちは',
  '한국어 조선말',
  'ที่นี่',
  'हिन्दी',
  'Z̷̢̛a̴͉l̵͓g̶͎o',
  '𝕬𝖑𝖕𝖍𝖆',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '👍🏽',
  '🇨🇿🇸🇰',
  '☃\ufe0f☃\ufe0e',
  '\u{10ffff}',
  '\uffff\ufffe',
  '�',
  // Halves of characters: they have no UTF-8, so they travel as escapes.
  '\ud800',
  '\udc00',
  'a\ud83c',
  '\udf32\ud83c',
  '\ud800\ud800\udc00',
  // Long ones.
  'a'.repeat(100_000),
  '🌲'.repeat(5000),
  `${'long line '.repeat(2000)}\n`,
  '"'.repeat(10_000),
  '\\'.repeat(10_000),
  '\n'.repeat(3000),
];

const rows = TEXTS.map((text, n) => ({ text, name: `${n}: ${JSON.stringify(text.slice(0, 24))}` }));

test.each(rows)('text $name reaches the upstream and comes back exactly', async ({ text }) => {
  const body = { ...CHAT, max_tokens: 8192, messages: [{ role: 'user', content: text }] };

  const whole = await completionOf(await service.post(body));
  const asked = service.upstream.requests.at(-1)!;
  const streamed = await chunksOf(await service.post({ ...body, stream: true }));

  expect(asked.rawBody).toContain(JSON.stringify(text));
  expect(asked.body).toMatchObject({ messages: [{ role: 'user', content: text }] });
  expect(whole.choices[0].message.content).toBe(text);
  expect(textOf(streamed)).toBe(text);
});

test('the empty text is a text', async () => {
  const whole = await completionOf(await service.post({ ...CHAT, messages: [{ role: 'user', content: '' }] }));

  expect(service.upstream.requests.at(-1)!.body).toMatchObject({ messages: [{ role: 'user', content: '' }] });
  expect(whole.choices[0].message.content).toBe('');
});

test('all of them in one message of parts arrive as one text', async () => {
  const texts = TEXTS.filter((text) => text.length < 100);
  const content = texts.map((text) => ({ type: 'text', text }));

  const whole = await completionOf(await service.post({ ...CHAT, messages: [{ role: 'user', content }] }));

  expect(whole.choices[0].message.content).toBe(texts.join(''));
});

test.each(rows.filter(({ text }) => text.length <= 512))(
  'text $name is taken as the name of a user',
  async ({ text }) => {
    const response = await service.post({ ...CHAT, user: text });

    expect(response.status).toBe(200);
    expect(service.upstream.requests.at(-1)!.body).toMatchObject({ user: text });
  },
);
