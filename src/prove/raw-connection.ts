/** Sends bytes that no HTTP client would send, and shows the bytes that come back. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

type RawAnswer = {
  readonly text: string;
  /** The status of each answer on the connection, in their order. */
  readonly statuses: readonly number[];
  readonly end: 'closed' | 'open';
};

const PATIENCE_MS = 8000;
const ANSWER_BYTES_MAX = 1_000_000;

/** Resolves when the other side closes the connection, or when nothing more is to be expected of it. */
export function askRaw(address: URL, request: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connectTo(address);
    const pieces: Buffer[] = [];
    let bytes = 0;
    const patience = setTimeout(() => finish('open'), PATIENCE_MS);

    function finish(end: RawAnswer['end']): void {
      clearTimeout(patience);
      socket.destroy();
      const text = Buffer.concat(pieces).toString('utf8');
      const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map((match) => Number(match[1]));
      resolve({ text, statuses, end });
    }

    socket.on('data', (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > ANSWER_BYTES_MAX) finish('open');
    });
    socket.on('end', () => finish('closed'));
    socket.on('close', () => finish('closed'));
    socket.on('error', (error) => {
      // A reset after an answer is one way to close; before anything came, nothing is there.
      if (bytes > 0) return finish('closed');
      clearTimeout(patience);
      reject(error);
    });
    socket.write(request);
  });
}

function connectTo({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'http:') return connectTcp({ host, port: Number(port || 80) });
  // An address is no name that a certificate could be chosen by.
  const name = isIP(host) ? {} : { servername: host };
  return connectTls({ host, port: Number(port || 443), ...name, ALPNProtocols: ['http/1.1'] });
}
