/**
 * Codex, OpenAI's agent for the terminal: where the machine has it, that one; else it is fetched once from npm, if npm
 * can be reached, and kept beside the other packages (some 400 MB, so it is no dependency). Undefined where there is
 * none: whoever needs it says so.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

const VERSION = '0.166.0';
const KEPT = resolve(import.meta.dir, `../../node_modules/.cache/boreal/codex-${VERSION}`);
const COMMAND = 'node_modules/.bin/codex';
const FETCH_MS_MAX = 180_000;

/** The command. Another version that is installed is as good: what it speaks is what its users have. */
export function codexCommand(): string | undefined {
  const kept = resolve(KEPT, COMMAND);
  for (const command of [Bun.which('codex'), kept]) {
    if (command && existsSync(command) && runs(command)) return command;
  }
  return fetched() && runs(kept) ? kept : undefined;
}

const runs = (command: string): boolean => Bun.spawnSync([command, '--version']).success;

/** Under its name only when all of it is there, so that half of it is never taken for the whole. */
function fetched(): boolean {
  const npm = Bun.which('npm');
  if (!npm) return false;
  const draft = `${KEPT}.${process.pid}`;
  const options = ['--no-audit', '--no-fund', '--no-save', '--fetch-retries', '1', '--prefix', draft];
  const { success } = Bun.spawnSync([npm, 'install', ...options, `@openai/codex@${VERSION}`], {
    stdout: 'ignore',
    stderr: 'ignore',
    timeout: FETCH_MS_MAX,
  });
  rmSync(success ? KEPT : draft, { recursive: true, force: true });
  if (success) renameSync(draft, KEPT);
  return success;
}
