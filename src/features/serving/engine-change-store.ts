/** Changes of engines by operators: versions that are only followed by others. */

import { type EngineChange, isSameOrigin } from '../../core/engine-changes.ts';
import { ServiceError } from '../../core/errors.ts';
import { versionAt } from '../../core/version.ts';
import { isRecord } from '../../lib/record.ts';
import type { State } from '../../platform/action-log/action.ts';
import { number, type Row, type Sql, text } from '../../platform/database/database.ts';

/** Oldest first, without those that were withdrawn: they are few. */
export async function readEngineChanges(sql: Sql): Promise<readonly EngineChange[]> {
  const rows = await sql.all('SELECT * FROM engine_changes WHERE withdrawn_at_ms IS NULL ORDER BY version');
  return rows.map(changeFromRow);
}

/** Grows with each change and each one that is withdrawn. */
export async function readEngineRevision(sql: Sql): Promise<number> {
  const row = await sql.one('SELECT COUNT(*) + COUNT(withdrawn_at_ms) AS revision FROM engine_changes');
  return number(row!, 'revision');
}

/** Within the lock of the settings: what was decided by looking at other changes is refused. */
export async function requireRevision(sql: Sql, revision: number): Promise<void> {
  if ((await readEngineRevision(sql)) === revision) return;
  throw new ServiceError('changed_meanwhile', 'Engines were changed meanwhile: look at them again, then change them.', {
    param: 'revision',
  });
}

type NewEngineChange = Pick<EngineChange, 'kind' | 'name' | 'value' | 'fromMs'> & {
  readonly sealedKey: string | null;
  /** The one that it was made from. */
  readonly revision: number;
};

type By = { readonly actor: string; readonly atMs: number };

export async function writeEngineChange(sql: Sql, change: NewEngineChange, { actor, atMs }: By): Promise<void> {
  await requireRevision(sql, change.revision);
  const { kind, name, value, sealedKey, fromMs } = change;
  if (kind === 'engine') await passKeyOn(sql, change);
  const last = await sql.one('SELECT COALESCE(MAX(version), 0) AS version FROM engine_changes');
  await sql.run(
    `INSERT INTO engine_changes (version, kind, name, settings, sealed_key, from_ms, made_at_ms, actor)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    number(last!, 'version') + 1,
    kind,
    name,
    value === null ? null : JSON.stringify(value),
    sealedKey,
    fromMs,
    atMs,
    actor,
  );
  // What this one has taken the place of never holds again, and no one needs its key.
  if (kind === 'engine' && fromMs <= atMs) {
    await sql.run(
      `UPDATE engine_changes SET sealed_key = NULL
       WHERE kind = 'engine' AND name = ? AND from_ms <= ? AND version <= ?`,
      name,
      fromMs,
      number(last!, 'version'),
    );
  }
}

/** Planned changes that keep the key keep the new one too, or the old one would be back at their time. */
async function passKeyOn(sql: Sql, { name, value, sealedKey, fromMs }: NewEngineChange): Promise<void> {
  const versions = (await readEngineChanges(sql)).filter((one) => one.kind === 'engine' && one.name === name);
  const held = versionAt(versions, fromMs);
  if (held?.kind !== 'engine' || held.sealedKey === null || sealedKey === null || value === null) return;
  for (const later of versions.filter((one) => one.fromMs > fromMs)) {
    const isKept = later.kind === 'engine' && later.value !== null && later.sealedKey === held.sealedKey;
    if (!isKept || !('baseUrl' in value) || !isSameOrigin(later.value.baseUrl, value.baseUrl)) continue;
    await sql.run('UPDATE engine_changes SET sealed_key = ? WHERE version = ?', sealedKey, later.version);
  }
}

type Withdrawal = { readonly version: number; readonly revision: number };

export async function withdrawEngineChange(sql: Sql, { version, revision }: Withdrawal, atMs: number): Promise<void> {
  await requireRevision(sql, revision);
  const changed = await sql.run(
    `UPDATE engine_changes SET withdrawn_at_ms = ?, sealed_key = NULL
     WHERE version = ? AND from_ms > ? AND withdrawn_at_ms IS NULL`,
    atMs,
    version,
    atMs,
  );
  if (changed === 0) throw new ServiceError('not_found', 'There is no such change that is still to come.');
}

/** For the log: what was said last of a name, without its key. */
export async function engineChangeState(sql: Sql, { kind, name }: Pick<EngineChange, 'kind' | 'name'>): Promise<State> {
  const last = (await readEngineChanges(sql)).findLast((one) => one.kind === kind && one.name === name);
  return last ? { version: last.version, fromMs: last.fromMs, value: last.value } : {};
}

function changeFromRow(row: Row): EngineChange {
  const isModel = row.kind === 'model';
  const value = row.settings === null ? null : valueFrom(text(row, 'settings'), isModel);
  return {
    version: number(row, 'version'),
    kind: text(row, 'kind'),
    name: text(row, 'name'),
    value,
    sealedKey: row.sealed_key as string | null,
    fromMs: number(row, 'from_ms'),
    madeAtMs: number(row, 'made_at_ms'),
    actor: text(row, 'actor'),
  } as EngineChange;
}

/** A value that cannot be read is empty, which no check lets pass: it is named, and the server starts. */
function valueFrom(json: string, isModel: boolean): object {
  const value = parsed(json);
  if (!isModel) return isRecord(value) ? value : {};
  const isReadable = isRecord(value) && (value.engines === null || Array.isArray(value.engines));
  return isReadable ? value : { engines: [], fallback: null };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
