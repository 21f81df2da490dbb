/**
 * `bun scripts/snapshot.mjs FOLDER`: the program as one file with its bytecode, and its threads beside it, for tests that
 * start them a thousand times. To read and compile modules takes more than half of the processor time of a short command
 * or of a thread. What a module finds beside itself (migrations, pages) it still finds in the checkout.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../bin/bun.mjs';
import { THREADS, withThreadsOf } from './snapshot-threads.mjs';

const PROGRAM = join(ROOT, 'src', 'server', 'commands', 'main.ts');
/** Bundled, the package begins before the one that its importer has begun first. */
const TOO_EARLY = { path: join('node_modules', 'tsyringe', 'dist', 'esm5', 'index.js'), needs: 'reflect-metadata' };
/** How it begins, and what it does instead for a process that runs one command after the other. */
const BEGINNING = '\nvoid main(inSingular(process.argv.slice(2))).then(';
const HOSTED = '\nif (globalThis.isCommandHost) globalThis.commandLine = (words) => main(inSingular(words));\nelse';
const [folder] = process.argv.slice(2);

await Promise.all(THREADS.map((path) => bundle(join(ROOT, path))));
console.log(await bundle(PROGRAM));

/** Returns the path of the bundle. */
async function bundle(path) {
  const { outputs } = await Bun.build({
    entrypoints: [path],
    outdir: folder,
    target: 'bun',
    format: 'cjs',
    bytecode: true,
    plugins: [
      {
        name: 'places of modules',
        setup: (build) => void build.onLoad({ filter: /\.(?:ts|js|mjs)$/ }, (module) => withPlace(module.path, path)),
      },
    ],
  });
  return outputs.find(({ kind }) => kind === 'entry-point').path;
}

/** The module with its place written into it, where it asks. */
function withPlace(path, entry) {
  const text = path === PROGRAM ? mayBeHosted(readFileSync(path, 'utf8')) : readFileSync(path, 'utf8');
  if (path.endsWith(TOO_EARLY.path)) return { contents: `require('${TOO_EARLY.needs}');\n${text}`, loader: 'js' };
  const loader = path.endsWith('.ts') ? 'ts' : 'js';
  if (path === entry && path !== PROGRAM) return { contents: withoutAwaiting(text, path), loader };
  if (!text.includes('import.meta')) return undefined;
  const place = dirname(path);
  const contents = withThreadsOf(folder, text)
    .replaceAll('import.meta.resolve(', `((name) => Bun.pathToFileURL(Bun.resolveSync(name, ${quoted(place)})).href)(`)
    .replaceAll('import.meta.url', quoted(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', quoted(place))
    .replaceAll('import.meta.dir', quoted(place))
    // The program starts itself again: then from its snapshot, too.
    .replaceAll('import.meta.path', path === PROGRAM ? 'Bun.main' : quoted(path))
    // Packages ask for what only bundlers have.
    .replaceAll('import.meta', '({})');
  return { contents, loader };
}

/** A program of a thread awaits at its top, which no file with bytecode can: all that follows its imports is a function. */
function withoutAwaiting(text, path) {
  const at = text.indexOf('\nassert(parentPort');
  if (at < 0) throw new Error(`${basename(path)} has to begin with a look for its parent`);
  return `${text.slice(0, at)}\nvoid (async () => {${text.slice(at)}\n})();\n`;
}

function mayBeHosted(text) {
  if (!text.includes(BEGINNING)) throw new Error('The program no longer begins as the snapshot expects');
  return text.replace(BEGINNING, `${HOSTED}${BEGINNING}`);
}

function quoted(text) {
  return JSON.stringify(text);
}
