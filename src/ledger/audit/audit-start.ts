/** Where an audit begins: at the first row, behind what was archived, or behind what the last audit has proved. */
import { bigint, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import type { Marks } from './audit-marks.ts';
import type { AuditReport } from './audit-report.ts';

type Sums = { readonly total: bigint; readonly charged: bigint };
/** Sums by `pot` or `key` and the id. */
export type SumsByName = Map<string, Sums>;

export type AuditStart = {
  /** Everything, or what is new since the last proof. */
  readonly scope: 'full' | 'new';
  /** The part that is not added up anew: all entries up to `entries`, or where that is 0, the charges in archives. */
  readonly sums: SumsByName;
  readonly entries: bigint;
  /** Charges of seals up to this one are not read. */
  readonly seal: bigint;
  /** Hours before this one are not added up. */
  readonly hoursFromMs: number;
  readonly proof: Row | undefined;
  /** Why a proof that is there was not gone on from. */
  readonly unusedProof: string | undefined;
  readonly archive: Row | undefined;
  readonly marks: Marks;
};

const HOUR_MS = 3_600_000;

type Wanted = { readonly scope: 'full' | 'new'; readonly marks: Marks };

export async function readStart(sql: Sql, report: AuditReport, { scope, marks }: Wanted): Promise<AuditStart> {
  const archive = await sql.one('SELECT * FROM archives ORDER BY id DESC LIMIT 1');
  const proof = await sql.one('SELECT * FROM proofs WHERE id = 1');
  // Of what was archived since the proof it is unknown which part is new.
  const isUsable = proof && (!archive || bigint(archive, 'entries_to') <= bigint(proof, 'entries_to'));
  const isMarked = proof !== undefined && (await isWrittenAfter(sql, marks));
  if (isMarked) await auditProvedSeal(sql, report, proof);
  if (scope === 'new' && isUsable && isMarked) return startBehind(sql, report, { proof, archive, marks });
  const isOld = scope === 'new' && proof && !isMarked;
  return {
    scope: 'full',
    proof,
    unusedProof: isOld ? 'the last proof was made before the ledger was marked: everything was read anew' : undefined,
    archive,
    marks,
    entries: 0n,
    sums: await archivedSums(sql, report),
    seal: archive ? bigint(archive, 'seal_to') : 0n,
    hoursFromMs: hourAfter(archive),
  };
}

/** The first hour of which no charge was archived. */
const hourAfter = (archive: Row | undefined): number =>
  archive ? Math.floor(number(archive, 'until_ms') / HOUR_MS + 1) * HOUR_MS : 0;

/** L17: the chain up to the proof was not written anew. */
async function auditProvedSeal(sql: Sql, report: AuditReport, proof: Row): Promise<void> {
  const seal = await sql.one('SELECT hash FROM seals WHERE seq = ?', bigint(proof, 'seal'));
  const isThere = seal?.hash === proof.seal_hash;
  report.check('L17', isThere, () => `seal ${proof.seal}, up to which the ledger was proved, is another one now`);
}

/** Says whether the proof is of the time of the marks: one of before has sums without a key. */
async function isWrittenAfter(sql: Sql, { begin }: Marks): Promise<boolean> {
  const last = await sql.one("SELECT MAX(seq) AS seq FROM row_versions WHERE kind = 'proofs'");
  return bigint(last!, 'seq') > begin;
}

type Behind = { readonly proof: Row; readonly archive: Row | undefined; readonly marks: Marks };

async function startBehind(sql: Sql, report: AuditReport, { proof, archive, marks }: Behind): Promise<AuditStart> {
  const entries = bigint(proof, 'entries_to');
  const sums: SumsByName = new Map();
  for (const row of await sql.all('SELECT kind, id, total, charged FROM proved_sums')) {
    const { total, charged } = { total: bigint(row, 'total'), charged: bigint(row, 'charged') };
    sums.set(`${text(row, 'kind')} ${text(row, 'id')}`, { total, charged });
  }
  const isSame = hashOfSums(sums, marks.key) === proof.sums_hash;
  report.check('L17', isSame, () => 'the sums that the last audit has proved were changed: prove all with --full');
  const first = await sql.one(
    `SELECT MIN(at_ms) AS at_ms FROM (
       SELECT MIN(at_ms) AS at_ms FROM ledger_entries WHERE kind = 'charge' AND seq > ?
       UNION ALL SELECT MIN(ended_at_ms) FROM requests WHERE seq > ?
     ) charged`,
    entries,
    entries,
  );
  const newMs = Math.min(
    number(proof, 'at_ms'),
    first?.at_ms == null ? Number.MAX_SAFE_INTEGER : number(first, 'at_ms'),
  );
  const hoursFromMs = Math.max(Math.floor(newMs / HOUR_MS) * HOUR_MS, hourAfter(archive));
  const seen = { proof, unusedProof: undefined, archive, marks };
  return { scope: 'new', ...seen, sums, entries, seal: bigint(proof, 'seal'), hoursFromMs };
}

/** L17: what was taken out of the ledger is what is in the archives. */
async function archivedSums(sql: Sql, report: AuditReport): Promise<SumsByName> {
  const all: SumsByName = new Map();
  for (const archive of await sql.all('SELECT id, sums_hash FROM archives ORDER BY id')) {
    const rows = await sql.all('SELECT kind, id, charged FROM archived_sums WHERE archive = ?', bigint(archive, 'id'));
    const own: SumsByName = new Map();
    for (const row of rows) {
      const name = `${text(row, 'kind')} ${text(row, 'id')}`;
      const charged = bigint(row, 'charged');
      own.set(name, { total: -charged, charged });
      const before = all.get(name) ?? NOTHING;
      all.set(name, { total: before.total - charged, charged: before.charged + charged });
    }
    const isSame = hashOfSums(own) === archive.sums_hash;
    report.check('L17', isSame, () => `the sums of archive ${archive.id} were changed`);
  }
  return all;
}

export const NOTHING: Sums = { total: 0n, charged: 0n };

/** With a key an intruder cannot make it: sums that are changed together with their hash are found, too. */
export function hashOfSums(sums: SumsByName, key?: string): string {
  const hash = new Bun.CryptoHasher('sha256', key);
  for (const name of [...sums.keys()].sort()) {
    const { total, charged } = sums.get(name)!;
    hash.update(`${name} ${total} ${charged}\n`);
  }
  return hash.digest('hex');
}
