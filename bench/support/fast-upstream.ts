/**
 * An engine that costs next to nothing: always the same answer, on plain sockets. A request that says
 * `pace <events> <ms>` gets a stream at that pace instead, and one with the question of `LONG_ANSWER` a text of 1 MB. It runs on the load generator's own loop: two processes on one
 * core would make each other wait.
 */
const WORDS = Array.from({ length: 40 }, (_, i) => `word${i} `);
const USAGE = { prompt_tokens: 120, completion_tokens: WORDS.length, total_tokens: 120 + WORDS.length };
const HEAD = { id: 'chatcmpl-bench', created: 1_800_000_000, model: 'bench' };
const TICK_MS = 5;
/** As many tokens as every published model may answer with. */
export const LONG_ANSWER = { question: 'Say it at length.', tokens: 8000 } as const;

const chunk = (choice: object, rest = {}) =>
  `data: ${JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', choices: [choice], ...rest })}\n\n`;
const inChunks = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

const EVENT = chunk({ index: 0, delta: { content: 'word ' }, finish_reason: null });
const END = [chunk({ index: 0, delta: {}, finish_reason: 'stop' }, { usage: USAGE }), 'data: [DONE]\n\n'].join('');
const completion = (content: string, usage: object) =>
  JSON.stringify({
    ...HEAD,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage,
  });
const WORDS_TEXT = WORDS.map((content) => chunk({ index: 0, delta: { content }, finish_reason: null })).join('');

const SSE_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
const jsonAnswer = (text: string) =>
  Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
const JSON_ANSWER = jsonAnswer(completion(WORDS.join(''), USAGE));
const LONG_JSON_ANSWER = jsonAnswer(
  completion(`${'w'.repeat(124)} `.repeat(LONG_ANSWER.tokens), { ...USAGE, completion_tokens: LONG_ANSWER.tokens }),
);
const SSE_ANSWER = Buffer.from(`${SSE_HEAD}${inChunks(WORDS_TEXT + END)}0\r\n\r\n`);
const PACED_BEGIN = Buffer.from(`${SSE_HEAD}${inChunks(EVENT)}`);
const PACED_EVENT = Buffer.from(inChunks(EVENT));
const PACED_END = Buffer.from(`${inChunks(END)}0\r\n\r\n`);
const HEAD_END = Buffer.from('\r\n\r\n');
const STREAM = Buffer.from('"stream":true');
const PACE = Buffer.from('pace ');
const LONG = Buffer.from(LONG_ANSWER.question);
const NOTHING = Buffer.alloc(0);

type Socket = Bun.Socket<Exchange>;
/** A connection: what it has heard of its request, and the stream that it is getting. */
type Exchange = { bytes: Buffer; stream?: Paced; unsent?: Buffer };
type Paced = { readonly socket: Socket; readonly everyMs: number; left: number; dueMs: number };

/** Starts it and returns its port. It ends with the process. */
export function startUpstream(): number {
  const paced = new Set<Paced>();
  setInterval(() => tick(paced), TICK_MS).unref();
  const server = Bun.listen<Exchange>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: (socket) => {
        socket.data = { bytes: NOTHING };
      },
      data: (socket, piece) => {
        const exchange = socket.data;
        const bytes = exchange.bytes.length === 0 ? piece : Buffer.concat([exchange.bytes, piece]);
        const isWhole = endOf(bytes) <= bytes.length;
        exchange.bytes = isWhole ? NOTHING : Buffer.from(bytes);
        if (!isWhole) return;
        if (bytes.indexOf(LONG) >= 0) send(socket, LONG_JSON_ANSWER);
        else if (bytes.indexOf(STREAM) < 0) socket.write(JSON_ANSWER);
        else if (bytes.indexOf(PACE) < 0) socket.write(SSE_ANSWER);
        else paced.add(begin(socket, bytes));
      },
      drain: (socket) => send(socket, socket.data.unsent ?? NOTHING),
      close: ({ data }) => {
        if (data.stream) paced.delete(data.stream);
      },
    },
  });
  return server.port;
}

/** Bytes that the system does not take are sent when it can. */
function send(socket: Socket, bytes: Buffer): void {
  if (bytes.length > 0) socket.data.unsent = bytes.subarray(socket.write(bytes));
}

/** Where the request ends, as far as is known. */
function endOf(bytes: Buffer): number {
  const head = bytes.indexOf(HEAD_END);
  if (head < 0) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1] ?? '0';
  return head + HEAD_END.length + Number(length);
}

function begin(socket: Socket, request: Buffer): Paced {
  const [, events, ms] = /pace (\d+) (\d+)/.exec(request.toString('latin1')) ?? [];
  const everyMs = Number(ms);
  socket.write(PACED_BEGIN);
  // Streams that begin together do not stay in step, as those of real engines do not.
  const stream = { socket, everyMs, left: Number(events) - 1, dueMs: performance.now() + Math.random() * everyMs };
  socket.data.stream = stream;
  return stream;
}

function tick(paced: Set<Paced>): void {
  const nowMs = performance.now();
  for (const stream of paced) {
    if (nowMs < stream.dueMs) continue;
    stream.dueMs += stream.everyMs;
    stream.left -= 1;
    stream.socket.write(stream.left < 0 ? PACED_END : PACED_EVENT);
    if (stream.left < 0) paced.delete(stream);
  }
}
