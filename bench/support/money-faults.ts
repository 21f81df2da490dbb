/** The faults of `bench/faults.ts`: each lets one thing go wrong and says what the client saw and what was billed. */
import {
  answerText,
  firstEvents,
  reset,
  type Script,
  type ScriptedUpstream,
  sse,
  sseHead,
  waitFor,
} from '../../test/support/scripted-upstream.ts';
import { chunk } from '../../test/support/upstream-answers.ts';
import { type Customer, MODEL, type MoneyPeer } from './money-peers.ts';

export type FaultStage = { readonly peer: MoneyPeer; readonly upstream: ScriptedUpstream };
type Fault = { readonly name: string; readonly happen: (stage: FaultStage) => Promise<string> };

const PROMPT = 10;
const WORDS = 40;
const TEXT = Array.from({ length: WORDS }, (_, n) => `word${n}`).join(' ');
const USAGE = { prompt_tokens: PROMPT, completion_tokens: WORDS };
const WHOLE = PROMPT + WORDS;
const PLENTY = 1_000_000;
/** The first event of a stream is its role: so many words came before the cut. */
const CUT_AFTER = 10;
/** At once, of a customer who can pay for 40 of them. */
const ASKED = 100;
const MINUTE_MS = 60_000;
/** How long before the minute the first half begins: it must be over by then on a slow machine, too. */
const BEFORE_MS = 12_000;
const QUIET_MS = 1500;
const SETTLE_MS_MAX = 15_000;

export const FAULTS: readonly Fault[] = [
  { name: 'nothing goes wrong', happen: wholeAnswer },
  { name: 'the client leaves a stream', happen: cutStream },
  { name: 'the engine reports no usage', happen: withoutUsage },
  { name: 'concurrent overdraft', happen: overdraft },
  { name: 'the same request is sent again', happen: repeated },
  { name: 'the engine dies in the middle', happen: deadEngine },
  { name: 'kill -9 behind the answer', happen: killedBehind },
  { name: '240 requests over a minute’s border', happen: minuteBorder },
  { name: 'the engine lies about usage', happen: lyingUsage },
  { name: 'the client does not read', happen: slowReader },
  { name: 'SIGTERM while streaming', happen: stopped },
];

async function wholeAnswer({ peer, upstream }: FaultStage): Promise<string> {
  upstream.play(answerText(TEXT, { usage: USAGE }));
  const customer = await peer.newCustomer(PLENTY);
  const response = await ask(peer, customer, { stream: true, stream_options: { include_usage: true } });
  const text = await read(response);
  if (!text.includes('word39')) throw new Error(`status ${response.status}: ${text.slice(0, 200)}`);
  return billed(customer, WHOLE);
}

async function cutStream({ peer, upstream }: FaultStage): Promise<string> {
  upstream.play(answerText(TEXT, { usage: USAGE, everyMs: 50 }));
  const customer = await peer.newCustomer(PLENTY);
  const leaving = new AbortController();
  const response = await ask(peer, customer, { stream: true, signal: leaving.signal });
  const reader = response.body!.getReader();
  for (let text = ''; !text.includes(`word${CUT_AFTER - 1}`); ) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`status ${response.status}, and an end too early`);
    text += Buffer.from(value);
  }
  leaving.abort();
  await reader.cancel().catch(() => {});
  const engine = upstream.requests.at(-1)!;
  const ending = await engine.ended;
  const produced = PROMPT + Math.min(WORDS, engine.sentEvents - 1);
  return `engine ${ending === 'done' ? 'goes on to its end' : 'is stopped'}; ${await billed(customer, produced)}`;
}

async function withoutUsage({ peer, upstream }: FaultStage): Promise<string> {
  upstream.play(answerText(TEXT, { usage: null }));
  const customer = await peer.newCustomer(PLENTY);
  await read(await ask(peer, customer, { stream: true }));
  return billed(customer, WHOLE);
}

async function overdraft({ peer, upstream }: FaultStage): Promise<string> {
  const gate = Promise.withResolvers<void>();
  upstream.play([waitFor(gate.promise), answerText(TEXT, { usage: USAGE })]);
  const budget = 40 * WHOLE;
  const customer = await peer.newCustomer(budget);
  const asked = Array.from({ length: ASKED }, () => ask(peer, customer, { max_tokens: WORDS }));
  setTimeout(gate.resolve, QUIET_MS);
  const statuses = await Promise.all(asked.map(async (one) => (await one).status));
  const answered = statuses.filter((status) => status === 200).length;
  const spent = await settled(customer);
  return `credit for ${budget}: ${answered} of ${ASKED} answered, ${answered * WHOLE} produced, ${spent} billed`;
}

async function repeated({ peer, upstream }: FaultStage): Promise<string> {
  upstream.play(answerText(TEXT, { usage: USAGE }));
  const before = upstream.requests.length;
  const customer = await peer.newCustomer(PLENTY);
  for (let n = 0; n < 2; n++) await read(await ask(peer, customer, { headers: { 'idempotency-key': 'one-purchase' } }));
  const asked = upstream.requests.length - before;
  return `engine asked ${asked === 1 ? 'once' : 'twice'}; ${await billed(customer, asked * WHOLE)}`;
}

async function deadEngine({ peer, upstream }: FaultStage): Promise<string> {
  upstream.play([firstEvents(CUT_AFTER + 1, answerText(TEXT)), reset()]);
  const customer = await peer.newCustomer(PLENTY);
  const text = await read(await ask(peer, customer, { stream: true }));
  const seen = text.includes('[DONE]') ? 'looks complete' : text.includes('"error"') ? 'an error event' : 'cut off';
  return `client: ${seen}; ${await billed(customer, PROMPT + CUT_AFTER)}`;
}

async function killedBehind({ peer, upstream }: FaultStage): Promise<string> {
  upstream.play(answerText(TEXT, { usage: USAGE }));
  const rounds = 5;
  let lost = 0;
  for (let n = 0; n < rounds; n++) {
    const customer = await peer.newCustomer(PLENTY);
    await read(await ask(peer, customer, {}));
    await peer.end('SIGKILL');
    await peer.start();
    if ((await settled(customer)) !== WHOLE) lost += 1;
  }
  return `${rounds} whole answers, ${lost} of them not billed after the restart`;
}

/** Half of them just before a minute of the clock begins, half just after. */
async function minuteBorder({ peer, upstream }: FaultStage): Promise<string> {
  upstream.play(answerText('pong', { usage: USAGE }));
  const customer = await peer.newCustomer(PLENTY);
  const admitted = async () => {
    let count = 0;
    for (let n = 0; n < 120; n++) if ((await ask(peer, customer, {})).status === 200) count += 1;
    return count;
  };
  await Bun.sleep(MINUTE_MS - ((Date.now() + BEFORE_MS) % MINUTE_MS));
  const startMs = performance.now();
  const before = await admitted();
  await Bun.sleep(MINUTE_MS - (Date.now() % MINUTE_MS));
  const after = await admitted();
  const seconds = (performance.now() - startMs) / 1000;
  return `${before} and ${after} admitted, in ${seconds.toFixed(0)} s together`;
}

async function lyingUsage({ peer, upstream }: FaultStage): Promise<string> {
  upstream.play(answerText(TEXT, { usage: { prompt_tokens: PROMPT, completion_tokens: 500_000 } }));
  const customer = await peer.newCustomer(PLENTY);
  await read(await ask(peer, customer, { max_tokens: 100 }));
  return `max_tokens 100, claimed 500,000: ${await billed(customer, WHOLE)}`;
}

async function slowReader({ peer, upstream }: FaultStage): Promise<string> {
  const piece = 'x'.repeat(16_000);
  const flood: Script = (request) => [
    sseHead(),
    ...Array.from({ length: 8000 }, () => sse(chunk(request, { content: piece }))),
  ];
  upstream.play(flood);
  const customer = await peer.newCustomer(PLENTY);
  const leaving = new AbortController();
  await ask(peer, customer, { stream: true, signal: leaving.signal });
  const request = upstream.requests.at(-1)!;
  await Bun.sleep(5000);
  const taken = (request.sentEvents * piece.length) / 2 ** 20;
  leaving.abort();
  return `took ${taken.toFixed(1)} MB of 122 from the engine while nothing was read`;
}

async function stopped({ peer, upstream }: FaultStage): Promise<string> {
  upstream.play(answerText(TEXT, { usage: USAGE, everyMs: 50 }));
  const customer = await peer.newCustomer(PLENTY);
  const response = await ask(peer, customer, { stream: true, stream_options: { include_usage: true } });
  const reading = read(response);
  const gone = peer.end('SIGTERM');
  const text = await reading;
  await gone;
  await peer.start();
  const words = [...text.matchAll(/word\d+/g)].length;
  return `client got ${words} of ${WORDS} words; ${await billed(customer, PROMPT + words)}`;
}

type Chat = { readonly signal?: AbortSignal; readonly headers?: Readonly<Record<string, string>> } & Readonly<
  Record<string, unknown>
>;

function ask(peer: MoneyPeer, { key }: Customer, { signal, headers, ...body }: Chat): Promise<Response> {
  return fetch(`${peer.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'Say forty words.' }], ...body }),
    ...(signal && { signal }),
  });
}

/** The bytes that came, up to the end or to where it was cut off. */
async function read(response: Response): Promise<string> {
  let text = '';
  try {
    for await (const piece of response.body!) text += Buffer.from(piece);
  } catch {
    // A stream that is cut off is one of the things that may happen.
  }
  return text;
}

const billed = async (customer: Customer, produced: number): Promise<string> =>
  `${await settled(customer)} billed, ${produced} produced`;

/** The bill, once it has not changed for a while: some write it behind the answer. */
async function settled(customer: Customer): Promise<number> {
  const deadline = performance.now() + SETTLE_MS_MAX;
  let last = await customer.billed();
  for (let sinceMs = performance.now(); performance.now() - sinceMs < QUIET_MS && performance.now() < deadline; ) {
    await Bun.sleep(100);
    const now = await customer.billed();
    if (now !== last) sinceMs = performance.now();
    last = now;
  }
  return last;
}
