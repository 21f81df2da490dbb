/** The traces in a store's files of how they were written, read past SQLite. */
import { closeSync, existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The open descriptors of this process on a file, by the kernel's own list; Linux only. */
export function descriptorsOn(path: string): readonly number[] {
  return readdirSync('/proc/self/fd')
    .filter((fd) => targetOf(fd) === path)
    .map(Number);
}

const O_NOFOLLOW = 0o400000;

/**
 * Closes the descriptor by which the log is flushed, behind the back of who holds it: the next flush fails for real.
 * SQLite's own descriptor on the log refuses to follow links; that is how the two differ.
 */
export function breakFlushesOf(databasePath: string): void {
  const flushed = descriptorsOn(`${databasePath}-wal`).filter((fd) => {
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))![1]!;
    return (Number.parseInt(flags, 8) & O_NOFOLLOW) === 0;
  });
  if (flushed.length !== 1) throw new Error(`Found ${flushed.length} descriptors that flush the log.`);
  closeSync(flushed[0]!);
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** How many transactions are in the log since it was last begun: their last frames carry the database's size. */
export function transactionsInLog(databasePath: string): number {
  const path = `${databasePath}-wal`;
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (log.length < HEADER_BYTES) return 0;
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let transactions = 0;
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    // Frames of an earlier round of the log have another salt.
    if (!log.subarray(at + 8, at + 16).equals(salt)) break;
    if (log.readUInt32BE(at + 4) !== 0) transactions += 1;
  }
  return transactions;
}

function targetOf(descriptor: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    // The descriptor that listed the folder is gone by now.
    return undefined;
  }
}
