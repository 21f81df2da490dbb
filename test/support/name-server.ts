/** A name server on this machine: it answers questions for TXT records over UDP, as RFC 1035 has it. */
import { createSocket, type Socket } from 'node:dgram';

export type TestNameServer = AsyncDisposable & {
  /** Address and port, as the setting `organisations.dnsServers` takes it. */
  readonly address: string;
  /** Texts by name. A name that is not here does not exist. */
  readonly records: Map<string, readonly string[]>;
  /** The way it answers: truly, or with SERVFAIL. */
  mode: 'answers' | 'fails';
};

const HEADER_BYTES = 12;
const TXT = 16;
const [OK, SERVER_FAILURE, NO_SUCH_NAME] = [0, 2, 3];

export async function startNameServer(): Promise<TestNameServer> {
  const socket: Socket = createSocket('udp4');
  const server = {
    address: '',
    records: new Map<string, readonly string[]>(),
    mode: 'answers' as TestNameServer['mode'],
    [Symbol.asyncDispose]: () => new Promise<void>((done) => socket.close(() => done())),
  };
  socket.on('message', (question, { port, address }) => socket.send(answerTo(question, server), port, address));
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function answerTo(question: Buffer, { records, mode }: Pick<TestNameServer, 'records' | 'mode'>): Buffer {
  const { name, end } = nameIn(question);
  const isTxt = question.readUInt16BE(end) === TXT;
  const texts = records.get(name);
  const answers = mode === 'answers' && isTxt ? (texts ?? []).map(toRecord) : [];
  const head = Buffer.from(question.subarray(0, end + 4));
  const code = mode === 'fails' ? SERVER_FAILURE : texts ? OK : NO_SUCH_NAME;
  head.writeUInt16BE(0x8180 | code!, 2);
  head.writeUInt16BE(answers.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...answers]);
}

function nameIn(question: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** The name is a pointer to the one in the question. */
function toRecord(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, TXT, 0, 1, 0, 0, 0, 0, 0, bytes.length + 1, bytes.length]);
  return Buffer.concat([head, bytes]);
}
