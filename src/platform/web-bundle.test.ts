import { describe, expect, test } from 'bun:test';
import { bundleWeb } from './web-bundle.ts';

const KB = 1000;
const FIRST_LOAD_MAX = 150 * KB;

const { page, assets } = await bundleWeb();
const textOf = (name: string) => new TextDecoder().decode(assets.get(name)!.plain);
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);
const entry = named(new TextDecoder().decode(page.plain), /src="\/assets\/([^"]+\.js)"/g)[0]!;

/** Everything that a browser has to fetch before the script can run. */
function closureOf(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of named(textOf(name), /(?:from|import)\s*["'](?:\/assets\/|\.\/)([^"']+\.js)["']/g)) {
    closureOf(next, found);
  }
  return found;
}

/** The pages, which are fetched when they are first opened. */
const pages = named(textOf(entry), /import\(\s*["'](?:\/assets\/|\.\/)([^"']+\.js)["']/g);

describe('the script of the pages', () => {
  test(`is at most ${FIRST_LOAD_MAX / KB} KB, whichever page is opened first`, () => {
    const bytesOf = (name: string, encoding: 'gzip' | 'brotli') =>
      [...new Set([...closureOf(entry), ...closureOf(name)])].reduce(
        (bytes, file) => bytes + assets.get(file)![encoding].length,
        0,
      );

    const sizes = pages.flatMap((name) => [bytesOf(name, 'gzip'), bytesOf(name, 'brotli')]);

    expect(sizes.filter((bytes) => bytes > FIRST_LOAD_MAX)).toEqual([]);
  });

  test('is split into pages', () => {
    expect(pages.length).toBeGreaterThan(10);
    expect(new Set(pages).size).toBe(pages.length);
  });

  test('names nothing that is not there', () => {
    const missing = [...assets.keys()]
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => named(textOf(name), /["'](?:\/assets\/|\.\/)([^"'$]+\.js)["']/g))
      .filter((name) => !assets.has(name));

    expect(missing).toEqual([]);
  });
});
