/**
 * Bundles the pages with Bun, in memory, at the first request for one: a tenth of a second, no build step to forget,
 * and nothing to write on a read-only disk. Names carry a hash of their content, so browsers may keep files for ever.
 */
import { readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import type { CompressedFile } from '../lib/compressed-file.ts';
import { compressFile } from './compress.ts';

type WebBundle = {
  /** The one document; the script in it finds the page of the address. */
  readonly page: CompressedFile;
  /** Files by name, as in /assets/{name}. */
  readonly assets: ReadonlyMap<string, CompressedFile>;
};

const KEPT_QUALITY = 9;
const WEB = resolve(import.meta.dir, '../../web');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Files that are named as they are: the pages for visitors show them, too. A new font has a new name. */
const NAMED = ['icon.svg', 'inter-4.1.woff2'];

let made: Promise<WebBundle> | undefined;

/** Made once for a process, and kept; what failed is tried again at the next request. */
export function bundleWeb(): Promise<WebBundle> {
  made ??= make().catch((thrown) => {
    made = undefined;
    throw thrown;
  });
  return made;
}

async function make(): Promise<WebBundle> {
  const { outputs } = await Bun.build({
    entrypoints: [join(WEB, 'src/main.tsx')],
    target: 'browser',
    minify: true,
    splitting: true,
    publicPath: '/assets/',
    external: ['/assets/*'],
    naming: '[name]-[hash].[ext]',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const assets = new Map<string, CompressedFile>();
  for (const output of outputs) {
    const name = nameOf(output.path);
    assets.set(name, await fileOf(name, new Uint8Array(await output.arrayBuffer())));
  }
  for (const name of NAMED) assets.set(name, await fileOf(name, new Uint8Array(readFileSync(join(WEB, name)))));
  const script = outputs.find(({ kind }) => kind === 'entry-point');
  const style = outputs.find(({ path }) => path.endsWith('.css'));
  if (!script || !style) throw new Error('The pages did not bundle to a script and a style.');
  const html = readFileSync(join(WEB, 'index.html'), 'utf8')
    .replace('{{script}}', `/assets/${nameOf(script.path)}`)
    .replace('{{style}}', `/assets/${nameOf(style.path)}`)
    .replace('{{icon}}', '/assets/icon.svg');
  return { page: await fileOf('index.html', new TextEncoder().encode(html)), assets };
}

const nameOf = (path: string): string => path.replace(/^.*\//, '');

const fileOf = (name: string, plain: Uint8Array<ArrayBuffer>): Promise<CompressedFile> =>
  compressFile(TYPES[extname(name)] ?? 'application/octet-stream', plain, KEPT_QUALITY);
