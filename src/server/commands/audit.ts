/** `audit`: proves the ledger. Exit code 1 if something in it is broken. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readArchive } from '../../ledger/archive-folder.ts';
import type { Audit, AuditScope } from '../../ledger/audit.ts';
import { type Options, optional, type Report, UsageError } from '../../platform/commands/command.ts';

type ArchivedFile = { readonly name: string; readonly sha256: string };

type AuditChoice = {
  readonly heads: readonly string[];
  readonly scope: AuditScope;
  readonly isBegunAnew: boolean;
  readonly readArchive?: ((file: ArchivedFile) => AsyncIterable<string>) | undefined;
};

export async function auditLedger(options: Options, audit: (order: AuditChoice) => Promise<Audit>): Promise<Report> {
  const scope = options.full === true ? 'full' : 'new';
  const archive = optional(options, 'archive');
  const readFile = archive === undefined ? undefined : (file: ArchivedFile) => readArchive(resolve(archive), file);
  const isBegunAnew = options['begin-anew'] === true;
  const heads = headsOf(optional(options, 'head'));
  const verdict = await audit({ heads, scope, isBegunAnew, readArchive: readFile });
  const { ok, checked, problems, head, unsealed, notLookedAt } = verdict;
  const counts = Object.entries(checked).map(([invariant, count]) => `${invariant} ×${count}`);
  const lines = ok ? [`The ledger is right: ${counts.join(', ')}.`] : ['The ledger is broken:', ...problems];
  if (ok && isBegunAnew) lines.push('Marks begin anew: what is there now counts as written by this server.');
  for (const what of notLookedAt) lines.push(`Not looked at: ${what}.`);
  if (unsealed > 0) lines.push(`Not sealed yet: ${unsealed} rows.`);
  if (head) lines.push(`The last seal is ${head}`);
  const json = { ok, checked, problems, head, scope: verdict.scope, unsealed, notLookedAt };
  return { json, text: lines.join('\n'), failed: !ok };
}

const HEAD = /\b\d+:[0-9a-f]{64}\b/g;

/** Every head in a text: one as it is, or all that a file has, such as a log or the manifest of a backup. */
function headsOf(given: string | undefined): readonly string[] {
  if (given === undefined) return [];
  const heads = (existsSync(given) ? readFileSync(given, 'utf8') : given).match(HEAD);
  if (!heads) throw new UsageError(`--head ${given} is neither a seal, as NUMBER:HASH, nor a file with one in it.`);
  return [...new Set(heads)];
}
