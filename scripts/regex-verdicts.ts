/**
 * Asks `recheck` about every regular expression that has no verdict yet, and keeps what it says. It is no dependency,
 * because it is needed only when an expression changes: `npm install --no-save recheck`, then
 * `node bin/bun.mjs scripts/regex-verdicts.ts`.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { readArguments, refuseArguments } from '../bench/support/options.ts';
import { keptVerdicts, regexesOfTheProduct, VERDICTS_PATH } from '../test/support/regex-verdicts.ts';

type Diagnosis = { readonly status: string; readonly complexity?: { readonly summary: string } };
type Recheck = { check(source: string, flags: string, options: { readonly timeout: number }): Promise<Diagnosis> };

const PATIENCE_MS = 60_000;
const [packageName = 'recheck'] = readArguments({ allowPositionals: true }).positionals;
const { check } = (await import(packageName).catch(() =>
  refuseArguments(`There is no package ${packageName}: npm install --no-save recheck, or say where it is`),
)) as Recheck;

const kept = existsSync(VERDICTS_PATH) ? keptVerdicts() : {};
const verdicts: Record<string, string> = {};
for (const literal of [...regexesOfTheProduct().keys()].toSorted())
  verdicts[literal] = kept[literal] ?? (await ask(literal));
writeFileSync(VERDICTS_PATH, `${JSON.stringify(verdicts, null, 2)}\n`);
for (const [literal, verdict] of Object.entries(verdicts))
  if (verdict !== 'safe') console.log(`${verdict}: ${literal}`);
process.exit(0);

async function ask(literal: string): Promise<string> {
  const end = literal.lastIndexOf('/');
  const { status, complexity } = await check(literal.slice(1, end), literal.slice(end + 1), { timeout: PATIENCE_MS });
  return status === 'vulnerable' ? (complexity?.summary ?? status) : status;
}
