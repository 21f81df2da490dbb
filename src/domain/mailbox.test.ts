import { describe, expect, test } from 'bun:test';
import { mailboxOf } from './mailbox.ts';

describe('one mailbox are', () => {
  test.each([
    [
      'jana.novakova@gmail.com',
      ['JanaNovakova@Gmail.com', 'j.a.n.a.novakova+trial@googlemail.com', 'jananovakova+@gmail.com.'],
    ],
    ['jana@icloud.com', ['jana+1@me.com', 'Jana@mac.com']],
    ['jana_novakova@proton.me', ['jana.novakova@protonmail.com', 'JanaNovakova+x@pm.me', 'jana-novakova@proton.me']],
    ['jana.n@outlook.com', ['jana.n+a@outlook.com', 'Jana.N+b+c@Outlook.com']],
    ['jana@example.cz', ['JANA@EXAMPLE.CZ', 'jana@example.cz.']],
    ['jana@háček.cz', ['jana@xn--hek-ela4t.cz', 'jana@HÁČEK.cz']],
  ])('%s and its other spellings', (email, others) => {
    for (const other of others) expect(mailboxOf(other)).toBe(mailboxOf(email));
  });
});

describe('two mailboxes are', () => {
  test.each([
    ['jana.n@outlook.com', 'janan@outlook.com'],
    ['jana@outlook.com', 'jana@hotmail.com'],
    ['jana+a@example.cz', 'jana+b@example.cz'],
    ['jana.n@example.cz', 'janan@example.cz'],
    ['jana.n@seznam.cz', 'janan@seznam.cz'],
    ['jana@gmail.com.example.cz', 'jana@gmail.com'],
    ['+a@gmail.com', '+b@gmail.com'],
    ['jana@constructor', 'jana@tostring'],
  ])('%s and %s', (one, other) => {
    expect(mailboxOf(one)).not.toBe(mailboxOf(other));
  });
});
