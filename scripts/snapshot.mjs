/**
 * `bun scripts/snapshot.mjs FOLDER`: the program as one file with its bytecode, for tests that start it a thousand times.
 * To read and compile its modules takes more than half of the processor time of a short command. What a module finds
 * beside itself (migrations, pages, workers) it still finds in the checkout.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../bin/bun.mjs';

const PROGRAM = join(ROOT, 'src', 'server', 'commands', 'main.ts');
/** Bundled, the package begins before the one that its importer has begun first. */
const TOO_EARLY = { path: join('node_modules', 'tsyringe', 'dist', 'esm5', 'index.js'), needs: 'reflect-metadata' };
const [folder] = process.argv.slice(2);

const { outputs } = await Bun.build({
  entrypoints: [PROGRAM],
  outdir: folder,
  target: 'bun',
  format: 'cjs',
  bytecode: true,
  plugins: [
    {
      name: 'places of modules',
      setup: (build) => void build.onLoad({ filter: /\.(?:ts|js|mjs)$/ }, ({ path }) => withPlace(path)),
    },
  ],
});
console.log(outputs.find(({ kind }) => kind === 'entry-point').path);

/** The module with its place written into it, where it asks. */
function withPlace(path) {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith(TOO_EARLY.path)) return { contents: `require('${TOO_EARLY.needs}');\n${text}`, loader: 'js' };
  if (!text.includes('import.meta')) return undefined;
  const place = dirname(path);
  const contents = text
    .replaceAll('import.meta.resolve(', `((name) => Bun.pathToFileURL(Bun.resolveSync(name, ${quoted(place)})).href)(`)
    .replaceAll('import.meta.url', quoted(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', quoted(place))
    .replaceAll('import.meta.dir', quoted(place))
    // The program starts itself again: then from its snapshot, too.
    .replaceAll('import.meta.path', path === PROGRAM ? 'Bun.main' : quoted(path))
    // Packages ask for what only bundlers have.
    .replaceAll('import.meta', '({})');
  return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
}

function quoted(text) {
  return JSON.stringify(text);
}
