import { describe, expect, test } from 'bun:test';
import { ownPath } from './own-path.ts';

describe('where to go after signing in', () => {
  test.each(['/usage', '/usage?by=key&from=1', '/requests/req_1#paid', '/'])('%s is a page of ours', (path) => {
    expect(ownPath(path)).toBe(path);
  });

  test.each([
    null,
    '',
    'usage',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    '/%0a/../..//evil.example',
    '//user@evil.example/keys',
    'http://[',
  ])('%j leads to the keys instead', (path) => {
    expect(ownPath(path)).toBe('/keys');
  });
});
