/**
 * The Python package `openai`: where the machine has it, that one; else it is fetched once, if Python's own package
 * index can be reached, and kept beside the other packages. Undefined where there is none: whoever needs it says so.
 */
import { renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

const VERSION = '3.22.1';
const KEPT = resolve(import.meta.dir, `../../node_modules/.cache/boreal/python-openai-${VERSION}`);
/** Half a minute on a busy machine; a package index that cannot be reached is given up much sooner. */
const FETCH_MS_MAX = 120_000;

/** The variables with which `python3` finds it. */
export function pythonWithOpenai(): Readonly<Record<string, string>> | undefined {
  if (!Bun.which('python3')) return undefined;
  for (const path of [process.env.PYTHONPATH ?? '', KEPT]) {
    if (canImport(path)) return { PYTHONPATH: path };
  }
  return fetched() && canImport(KEPT) ? { PYTHONPATH: KEPT } : undefined;
}

const canImport = (path: string): boolean =>
  Bun.spawnSync(['python3', '-c', 'import openai'], { env: { ...process.env, PYTHONPATH: path } }).success;

/** Under its name only when all of it is there, so that half of it is never taken for the whole. */
function fetched(): boolean {
  const draft = `${KEPT}.${process.pid}`;
  const pip = ['python3', '-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check'];
  const { success } = Bun.spawnSync(
    [...pip, '--retries', '1', '--timeout', '5', '--target', draft, `openai==${VERSION}`],
    {
      stdout: 'ignore',
      stderr: 'ignore',
      timeout: FETCH_MS_MAX,
    },
  );
  // One that cannot be imported may stand there, such as that of another Python.
  rmSync(success ? KEPT : draft, { recursive: true, force: true });
  if (success) renameSync(draft, KEPT);
  return success;
}
