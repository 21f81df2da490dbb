/**
 * A Python package: where the machine has it, that one; else it is fetched once, if Python's own package
 * index can be reached, and kept beside the other packages. Undefined where there is none: its user says so.
 */
import { renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

const CACHE = resolve(import.meta.dir, '../../node_modules/.cache/boreal');
const VERSIONS = { openai: '3.22.1', anthropic: '2.8.0' } as const;

type PackageName = keyof typeof VERSIONS;

const keptAt = (name: PackageName): string => resolve(CACHE, `python-${name}-${VERSIONS[name]}`);
/** Half a minute on a busy machine; a package index that cannot be reached is given up much sooner. */
const FETCH_MS_MAX = 120_000;

type Variables = Readonly<Record<string, string>>;
/** To import one to see whether that can be done takes a second of processor time. */
const known = new Map<PackageName, Variables | undefined>();

/** The variables with which `python3` finds it. */
export function pythonWith(name: PackageName): Variables | undefined {
  if (!known.has(name)) known.set(name, lookedFor(name));
  return known.get(name);
}

function lookedFor(name: PackageName): Variables | undefined {
  if (!Bun.which('python3')) return undefined;
  const kept = keptAt(name);
  for (const path of [process.env.PYTHONPATH ?? '', kept]) {
    if (canImport(name, path)) return { PYTHONPATH: path };
  }
  return fetched(name) && canImport(name, kept) ? { PYTHONPATH: kept } : undefined;
}

/** Whether it is there, and what both have in machine code is that of this Python. To import all takes ten times as long. */
const canImport = (name: PackageName, path: string): boolean =>
  Bun.spawnSync(
    ['python3', '-c', `import importlib.util, jiter, pydantic_core; importlib.util.find_spec('${name}').name`],
    { env: { ...process.env, PYTHONPATH: path } },
  ).success;

/** Under its name only when all of it is there, so that half of it is never taken for the whole. */
function fetched(name: PackageName): boolean {
  const kept = keptAt(name);
  const draft = `${kept}.${process.pid}`;
  const pip = ['python3', '-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check'];
  const { success } = Bun.spawnSync(
    [...pip, '--retries', '1', '--timeout', '5', '--target', draft, `${name}==${VERSIONS[name]}`],
    {
      stdout: 'ignore',
      stderr: 'ignore',
      timeout: FETCH_MS_MAX,
    },
  );
  // One that cannot be imported may be there, such as that of another Python.
  rmSync(success ? kept : draft, { recursive: true, force: true });
  if (success) renameSync(draft, kept);
  return success;
}
