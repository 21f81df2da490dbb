/** Texts that a careless check takes for a path of this service and a browser takes for another host. */
import type { Random } from './random.ts';

export const HOSTILE_PATHS: readonly string[] = [
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/a/..//evil.example',
  '/a/.././/evil.example/b',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '/.\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https:evil.example',
  'http://localhost@evil.example/',
  '//user@evil.example/keys',
  'javascript:alert(1)',
  '/%0d%0aLocation:%20https://evil.example',
  '/keys\r\nLocation: https://evil.example',
  'http://[',
  '',
];

const PIECES: readonly string[] = [
  ...['/', '//', '\\', '.', '..', '%2e', '%2E%2e', '%2f', '%5c', '%09', '%0a', '\t', '\n', '\r', ' ', '@', ':', ';'],
  ...['?', '#', '&', '=', 'a', 'keys', 'evil.example', 'https:', 'localhost', '[::1]', '%', '%%', '\u0000', 'ž', '／'],
];

/** Mostly begins with a slash, because everything else is refused at once. */
export function randomPath(random: Random): string {
  let text = random.fraction() < 0.8 ? '/' : '';
  for (let left = random.integer(0, 8); left > 0; left--) text += random.pick(PIECES);
  return text;
}
