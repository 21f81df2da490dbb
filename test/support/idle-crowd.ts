/** Many connections that ask nothing: some silent, some with half a request line, some that drip headers. */

type CrowdKind = 'silent' | 'half-a-line' | 'slow-headers';

type IdleCrowd = Disposable & {
  /** How many were taken by the kernel; the server may not have accepted them yet. */
  readonly opened: number;
  /** How many the other side has closed. */
  readonly closed: () => number;
};

const AT_A_TIME = 250;
const DRIP_MS = 500;
const FIRST_WORDS: Readonly<Record<CrowdKind, string>> = {
  silent: '',
  'half-a-line': 'GET /v1/mod',
  'slow-headers': 'GET /v1/models HTTP/1.1\r\nhost: localhost\r\nx-slow: ',
};

/** Opens so many of each kind, and resolves when all are connected. */
export async function gatherCrowd(port: number, sizes: Readonly<Record<CrowdKind, number>>): Promise<IdleCrowd> {
  const open = new Set<Bun.Socket>();
  const dripping = new Set<Bun.Socket>();
  let opened = 0;
  let closed = 0;
  const leave = (socket: Bun.Socket) => {
    dripping.delete(socket);
    if (open.delete(socket)) closed++;
  };
  const join = async (kind: CrowdKind): Promise<void> => {
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: { data: () => {}, close: leave, error: leave, end: (ended) => void ended.end() },
    });
    opened++;
    open.add(socket);
    socket.write(FIRST_WORDS[kind]);
    if (kind === 'slow-headers') dripping.add(socket);
  };

  const kinds = Object.entries(sizes).flatMap(([kind, size]) => Array<CrowdKind>(size).fill(kind as CrowdKind));
  for (let at = 0; at < kinds.length; at += AT_A_TIME) await Promise.all(kinds.slice(at, at + AT_A_TIME).map(join));
  const drip = setInterval(() => {
    for (const socket of dripping) socket.write('a');
  }, DRIP_MS);
  return {
    opened,
    closed: () => closed,
    [Symbol.dispose]: () => {
      clearInterval(drip);
      for (const socket of open) socket.terminate();
    },
  };
}
