import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testConfig } from '../../../test/support/test-config.ts';
import { InvalidConfig } from './config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-front-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (front: object) => testConfig({ BOREAL_FRONT: JSON.stringify(front) }).front;
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

function problemsOf(front: object, env: Record<string, string> = {}): readonly string[] {
  try {
    testConfig({ BOREAL_FRONT: JSON.stringify(front), ...env });
    return [];
  } catch (error) {
    if (error instanceof InvalidConfig) return error.problems;
    throw error;
  }
}

describe('the setting front', () => {
  test('without a word the front is on, with our colours and texts', () => {
    expect(testConfig().front).toEqual({
      enabled: true,
      logo: null,
      logoDark: null,
      colours: { light: '#0a6c74', dark: '#5fd3c0' },
      headline: null,
      intro: null,
      terms: null,
      privacy: null,
      contact: { email: '', phone: '', text: null },
    });
  });

  test('reads the files that it names', () => {
    const terms = file('terms.md', '# Podmínky\n');
    const front = read({ terms: { cs: terms, en: terms }, logo: file('logo.PNG', new Uint8Array([1, 2])) });

    expect(front.terms?.cs).toBe('# Podmínky\n');
    expect(front.logo).toEqual({ type: 'image/png', bytes: new Uint8Array([1, 2]) });
  });

  test('names every problem at once, beside those of other settings', () => {
    const front = {
      logo: file('logo.gif', 'x'),
      logoDark: file('large.svg', 'x'.repeat(65 * 1024)),
      colours: { light: '#eeeeee', dark: '#101010' },
      terms: { cs: join(folder, 'none.md'), en: file('latin.md', new Uint8Array([0xe9, 0x20])) },
      privacy: { cs: folder, en: file('ok.md', 'ok') },
    };

    const problems = problemsOf(front, { BOREAL_PORT: '99999' });

    expect(problems).toEqual([
      expect.stringContaining('port (BOREAL_PORT)'),
      'front.colours.light cannot be read well on a light page: its contrast is 1.0, at least 4.5 is needed.',
      'front.colours.dark cannot be read well on a dark page: its contrast is 1.3, at least 4.5 is needed.',
      'front.logo must be an SVG, PNG or WebP file.',
      `front.logoDark names ${join(folder, 'large.svg')}, which has more than 64 KB.`,
      `front.terms.cs names ${join(folder, 'none.md')}, which cannot be read (ENOENT).`,
      `front.terms.en names ${join(folder, 'latin.md')}, which is not text in UTF-8.`,
      `front.privacy.cs names ${folder}, which cannot be read (EISDIR).`,
    ]);
  });

  test.each([
    [{ colours: { light: 'teal' } }, 'front.colours.light must be a colour such as #0a6c74.'],
    [{ headline: { cs: 'Ahoj' } }, 'front.headline.en'],
    [{ contact: { email: 'nobody' } }, 'front.contact.email must be empty or an e-mail address.'],
    [{ contact: { phone: 'call me' } }, 'front.contact.phone must be empty or a phone number'],
    [{ logoDark: 'x.svg' }, 'front.logoDark needs front.logo.'],
    [{ color: 'red' }, 'front.color is not a setting.'],
    [{ enabled: 'no' }, 'front.enabled'],
  ])('%j is refused in a sentence', (front, sentence) => {
    expect(problemsOf(front).join('\n')).toContain(sentence);
  });
});
