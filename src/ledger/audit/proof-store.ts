/** Writes down how far the ledger was proved, with the sums of that point. */

import { bigint, type Database, type Sql, type SqlValue } from '../../platform/database/database.ts';
import type { SealedUntil } from './audit-seals.ts';
import { type AuditStart, hashOfSums, type SumsByName } from './audit-start.ts';

type NewProof = {
  readonly start: AuditStart;
  readonly sealed: SealedUntil;
  /** Sums that are others than at the start. */
  readonly changed: SumsByName;
  readonly nowMs: number;
};

const AT_ONCE = 500;

/** The first of several audits at once counts: what another has begun from is not there any more. */
export function rememberProof(db: Database, proof: NewProof): Promise<boolean> {
  const { start, sealed, changed, nowMs } = proof;
  const isFull = start.scope === 'full';
  const sums: SumsByName = new Map([...start.sums, ...changed]);
  return db.transaction(async (sql) => {
    const known = await sql.one(`SELECT seal, at_ms, full_at_ms FROM proofs WHERE id = 1 ${sql.forUpdate}`);
    const isAsBefore =
      String(known?.at_ms) === String(start.proof?.at_ms) && String(known?.seal) === String(start.proof?.seal);
    if (!isAsBefore) return false;
    const fullAtMs = isFull ? nowMs : bigint(known!, 'full_at_ms');
    await sql.run(
      `INSERT INTO proofs (id, at_ms, seal, seal_hash, entries_to, full_at_ms, sums_hash) VALUES (1, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms, seal = excluded.seal, seal_hash = excluded.seal_hash,
         entries_to = excluded.entries_to, full_at_ms = excluded.full_at_ms, sums_hash = excluded.sums_hash`,
      nowMs,
      sealed.seq,
      sealed.hash,
      sealed.entries,
      fullAtMs,
      hashOfSums(sums, db.ledgerKey),
    );
    if (isFull) await sql.run('DELETE FROM proved_sums');
    await writeSums(sql, isFull ? sums : changed);
    return true;
  });
}

async function writeSums(sql: Sql, sums: SumsByName): Promise<void> {
  const rows = [...sums].map(([name, { total, charged }]): SqlValue[] => {
    const gap = name.indexOf(' ');
    return [name.slice(0, gap), name.slice(gap + 1), total, charged];
  });
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    await sql.run(
      `INSERT INTO proved_sums (kind, id, total, charged) VALUES ${some.map(() => '(?, ?, ?, ?)').join(', ')}
       ON CONFLICT (kind, id) DO UPDATE SET total = excluded.total, charged = excluded.charged`,
      ...some.flat(),
    );
  }
}
