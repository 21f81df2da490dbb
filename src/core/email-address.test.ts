import { expect, test } from 'bun:test';
import { z } from 'zod';
import { emailFrom } from './email-address.ts';

const TYPED = [
  ...[
    'jana@example.com',
    'Jana.Nová@example.com',
    "o'neil@example.com",
    "oneil'@example.com",
    'a+b-c_d@sub.example.co.uk',
  ],
  ...[
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    '@example.com',
    'a@example',
    'a@-example.com',
    'a@exam_ple.com',
  ],
  ...[
    'a@b@example.com',
    'a@example.com,b@example.com',
    'a\n@example.com',
    'a@example.com\nb',
    '<a>@example.com',
    'a b@example.com',
  ],
  'a@example.c',
  'a@example.c0m',
  'a@ex-ample.com',
  '"a"@example.com',
  'a@[127.0.0.1]',
  'a@xn--hkyrky-ptac70bc.cz',
];

test('an address is one where the check of forms says so', () => {
  const verdicts = TYPED.map((typed) => [typed, emailFrom(typed) !== undefined]);

  expect(verdicts).toEqual(TYPED.map((typed) => [typed, z.email().safeParse(typed).success]));
});

test('an address is in lower case and has 254 characters at most', () => {
  const of = (chars: number) => `${'a'.repeat(chars - '@example.com'.length)}@example.com`;

  expect(emailFrom('  Jana@Example.com ')).toBe('jana@example.com');
  expect([emailFrom(of(254)), emailFrom(of(255)), emailFrom(7), emailFrom(undefined)]).toEqual([
    of(254),
    ...Array(3).fill(undefined),
  ]);
});
