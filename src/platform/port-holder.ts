/** The process that listens at a port of this machine, as far as the system lets us see it. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

type PortHolder = { readonly pid: number; readonly program: string };

/** Undefined where it belongs to another user, or on a system without `/proc`. */
export function portHolder(port: number): PortHolder | undefined {
  const sockets = listening(port).map((inode) => `socket:[${inode}]`);
  if (sockets.length === 0) return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const holder = pids.find((pid) => opened(pid).some((target) => sockets.includes(target)));
  return holder === undefined
    ? undefined
    : { pid: Number(holder), program: read(join('/proc', holder, 'comm')).trim() };
}

const LISTENING = '0A';

/** The numbers of the sockets. Columns: number, local address and port in hexadecimal, remote, state, …, the tenth is the inode. */
const listening = (port: number): readonly string[] =>
  ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) =>
    read(path)
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, local = '', , state]) => state === LISTENING && Number.parseInt(local.split(':')[1] ?? '', 16) === port,
      )
      .map((columns) => columns[9] ?? ''),
  );

/** A process may end while it is looked at, or belong to another user. */
function opened(pid: string): readonly string[] {
  try {
    const folder = join('/proc', pid, 'fd');
    return readdirSync(folder).map((name) => link(join(folder, name)));
  } catch {
    return [];
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
