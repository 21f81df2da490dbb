import { describe, expect, test } from 'bun:test';
import { formerMailboxOf, mailboxOf } from './mailbox.ts';

describe('one mailbox are', () => {
  test.each([
    [
      'jana.novakova@gmail.com',
      ['JanaNovakova@Gmail.com', 'j.a.n.a.novakova+trial@googlemail.com', 'jananovakova+@gmail.com.'],
    ],
    ['jana@icloud.com', ['jana+1@me.com', 'Jana@mac.com']],
    ['jana_novakova@proton.me', ['jana.novakova@protonmail.com', 'JanaNovakova+x@pm.me', 'jana-novakova@proton.me']],
    ['jana.n@outlook.com', ['jana.n+a@outlook.com', 'Jana.N+b+c@Outlook.com']],
    ['jana@hotmail.cz', ['jana+a@hotmail.cz']],
    ['jana@live.co.uk', ['jana+a@live.co.uk', 'jana+b@LIVE.co.uk']],
    ['jana@yahoo.com', ['jana-trial@yahoo.com', 'jana-a-b@yahoo.com', 'jana+a@yahoo.com']],
    ['jana.n@yahoo.co.uk', ['jana.n-shop@yahoo.co.uk']],
    ['jana@ymail.com', ['jana-x@ymail.com']],
    ['jana@fastmail.com', ['jana+a@fastmail.com', 'anything@jana.fastmail.com', 'any+thing@Jana.Fastmail.com.']],
    ['jana_n@fastmail.fm', ['shop@jana_n.fastmail.fm', 'shop@jana-n.fastmail.fm']],
    ['jana@sent.com', ['a@jana.sent.com']],
    ['jana@seznam.cz', ['jana+trial@seznam.cz', 'JANA+2@seznam.cz']],
    ['jana@zohomail.eu', ['jana+1@zohomail.eu']],
    ['jana.n@yandex.ru', ['jana-n@ya.ru', 'jana.n+a@yandex.com']],
    ['jana@example.cz', ['JANA@EXAMPLE.CZ', 'jana@example.cz.', 'jana+a@example.cz', 'jana+b+c@example.cz']],
    ['jana@háček.cz', ['jana@xn--hek-ela4t.cz', 'jana@HÁČEK.cz']],
  ])('%s and its other spellings', (email, others) => {
    for (const other of others) expect(mailboxOf(other)).toBe(mailboxOf(email));
  });
});

describe('two mailboxes are', () => {
  test.each([
    ['jana.n@outlook.com', 'janan@outlook.com'],
    ['jana@outlook.com', 'jana@hotmail.com'],
    ['jana.n@example.cz', 'janan@example.cz'],
    ['jana-n@example.cz', 'jana-k@example.cz'],
    ['jana.n@seznam.cz', 'janan@seznam.cz'],
    ['jana@seznam.cz', 'jana@email.cz'],
    ['jana.n@yahoo.com', 'janan@yahoo.com'],
    ['jana-n@yahoo.co.jp', 'jana-k@yahoo.co.jp'],
    ['jana@fastmail.com', 'petr@fastmail.com'],
    ['x@jana.fastmail.com', 'x@petr.fastmail.com'],
    ['jana@team.example.cz', 'petr@team.example.cz'],
    ['jana@gmail.com.example.cz', 'jana@gmail.com'],
    ['jana@yahoo.com.example.cz', 'jana@yahoo.com'],
    ['+a@gmail.com', '+b@gmail.com'],
    ['-a@yahoo.com', '-b@yahoo.com'],
    ['jana@constructor', 'jana@tostring'],
  ])('%s and %s', (one, other) => {
    expect(mailboxOf(one)).not.toBe(mailboxOf(other));
  });
});

test.each([
  ['Jana.N+a@googlemail.com', 'janan@gmail.com'],
  ['jana+a@outlook.com', 'jana@outlook.com'],
  ['jana+a@Seznam.cz', 'jana+a@seznam.cz'],
  ['jana-a@yahoo.com', 'jana-a@yahoo.com'],
  ['a@jana.fastmail.com', 'a@jana.fastmail.com'],
  ['jana.n@ya.ru', 'jana.n@ya.ru'],
])('the text of before for %s was %s, and its rows are found by it', (email, former) => {
  expect(formerMailboxOf(email)).toBe(former);
});
