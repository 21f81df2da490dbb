import { describe, expect, test } from 'bun:test';
import { isWeakPassword } from './password-rules.ts';

const ABOUT = { email: 'jana.novakova@example.com', serviceName: 'Boreal' };

describe('a password is refused', () => {
  test.each([
    'password1234',
    'P@ssw0rd2024!',
    'Heslo12345678',
    'hešlo1234567',
    '!!!dragon1987!!!',
    'qwertyuiop123',
    'letmein123456',
    'Slunicko2024',
    'November2026!',
    'unbelievable',
    '123456789012',
    'abcdefghijkl',
    'lkjihgfedcba',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'tulipán tulipán ',
    '000000000001',
  ])('%j because it is common or a pattern', (password) => {
    expect(isWeakPassword(password, ABOUT)).toBe(true);
  });

  test.each([
    'jana.novakova!!',
    'my JANA.NOVAKOVA',
    'jana.novakova@example.com',
    'i love boreal so much',
    'xBOREALx2931kq',
  ])('%j because it holds the address or the name of the service', (password) => {
    expect(isWeakPassword(password, ABOUT)).toBe(true);
  });
});

test.each([
  'correct horse battery',
  'a wholly new password',
  'tři malé žluté ponorky',
  '7h2k-99ax-0pqm',
  '493817203945',
  'Zelený Dráček 7 bydlí v lese',
])('%j is taken', (password) => {
  expect(isWeakPassword(password, ABOUT)).toBe(false);
});

test('short parts of an address do not count', () => {
  expect(isWeakPassword('correct horse battery', { email: 'a@example.com', serviceName: 'Eve' })).toBe(false);
});
