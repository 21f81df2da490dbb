/**
 * A program from npm that is too large to be a dependency: where the machine has it, that one; else it is fetched once,
 * if npm can be reached, and kept beside the other packages. Undefined where there is none: its user says so.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

type NpmProgram = { readonly name: string; readonly version: string; readonly command: string };

const CACHE = resolve(import.meta.dir, '../../node_modules/.cache/boreal');
const FETCH_MS_MAX = 180_000;

/** The command. Another version that is installed is as good: what it speaks is what its users have. */
export function npmCommand(program: NpmProgram): string | undefined {
  const folder = resolve(CACHE, `${program.command}-${program.version}`);
  const kept = resolve(folder, 'node_modules/.bin', program.command);
  const installed = Bun.which(program.command);
  if (installed && runs(installed)) return installed;
  if (existsSync(kept) && runsKept(kept, folder)) return kept;
  // What was fetched whole and does not run here, as it may need another Node, would not run if it was fetched again.
  if (existsSync(kept)) return undefined;
  return fetched(program, folder) && runsKept(kept, folder) ? kept : undefined;
}

/** Asked once of each Node: to say its version takes some of them two seconds of processor time. */
function runsKept(command: string, folder: string): boolean {
  const proof = resolve(folder, `runs-with-node-${Bun.spawnSync(['node', '--version']).stdout.toString().trim()}`);
  if (existsSync(proof)) return true;
  const isRunning = runs(command);
  if (isRunning) writeFileSync(proof, '');
  return isRunning;
}

const runs = (command: string): boolean => Bun.spawnSync([command, '--version']).success;

/** Under its name only when all of it is there, so that half of it is never taken for the whole. */
function fetched({ name, version }: NpmProgram, folder: string): boolean {
  const npm = Bun.which('npm');
  if (!npm) return false;
  const draft = `${folder}.${process.pid}`;
  const options = ['--no-audit', '--no-fund', '--no-save', '--fetch-retries', '1', '--prefix', draft];
  const { success } = Bun.spawnSync([npm, 'install', ...options, `${name}@${version}`], {
    stdout: 'ignore',
    stderr: 'ignore',
    timeout: FETCH_MS_MAX,
  });
  rmSync(success ? folder : draft, { recursive: true, force: true });
  if (success) renameSync(draft, folder);
  return success;
}
