import { expect, test } from 'bun:test';
import { publicAddressOf } from './public-address.ts';

test.each([
  ['https://boreal.example', { origin: 'https://boreal.example', origins: ['https://boreal.example'], secure: true }],
  ['http://boreal.lan:8787/', { origin: 'http://boreal.lan:8787', origins: ['http://boreal.lan:8787'], secure: false }],
  [
    'http://localhost:8787',
    {
      origin: 'http://localhost:8787',
      origins: ['http://localhost:8787', 'http://127.0.0.1:8787', 'http://[::1]:8787'],
      secure: true,
    },
  ],
])('%s', (url, expected) => {
  const { origin, origins, keepsSecureCookies } = publicAddressOf(url);

  expect({ origin, origins, secure: keepsSecureCookies }).toEqual(expected as never);
});
