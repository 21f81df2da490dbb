/**
 * Words that must stay secret are sent everywhere they can be sent, and then looked for everywhere they could have come
 * to: in every byte of the data folder, in the log at its most talkative, in bodies and headers, in the metrics, and in
 * the traces of every request.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageClient, pageClient } from '../support/page-client.ts';
import {
  answerText,
  jsonError,
  type Script,
  type ScriptedUpstream,
  startUpstream,
} from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { runBoreal, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { startTraceReceiver, type TraceReceiver } from '../support/trace-receiver.ts';

const SECRETS = {
  prompt: 'CANARY-prompt-5d1f',
  'system prompt': 'CANARY-system-90ab',
  'tool arguments': 'CANARY-arguments-77c2',
  'description of a tool': 'CANARY-tool-13ee',
  answer: 'CANARY-answer-c40d',
  password: 'CANARY-password-8e21',
  'wrong password': 'CANARY-guess-f00d',
  "upstream's key": 'CANARY-upstream-key-2b9c',
  'token of the metrics': 'CANARY-metrics-token-61fe',
  "server's secret": 'CANARY-server-secret-4477-8810-aa',
  'wrong key': 'sk-boreal-CANARYwrongkeyb1c3',
  'foreign cookie': 'CANARY-cookie-d2a4',
  'value in a query': 'CANARY-query-0e6b',
} as const;

const EMAIL = 'yellow@example.com';

let upstream: ScriptedUpstream;
let receiver: TraceReceiver;
let service: ServiceProcess;
let page: PageClient;
/** Secrets that the service made and must not show again: the key, the session. */
const made: Record<string, string> = {};
/** Every byte that came back, but for the answers themselves. */
const refusals: string[] = [];
let metrics = '';

beforeAll(async () => {
  upstream = await startUpstream();
  receiver = startTraceReceiver();
  service = await startServiceProcess({
    engineUrl: upstream.url,
    engine: { apiKey: SECRETS["upstream's key"] },
    env: {
      BOREAL_LOG_LEVEL: 'debug',
      BOREAL_ACCESS_LOG: 'true',
      BOREAL_METRICS_TOKEN: SECRETS['token of the metrics'],
      BOREAL_SECRET: SECRETS["server's secret"],
      ...receiver.settings(),
    },
  });
  await boreal('account create --email payer@example.com --credit 100');
  made.key = String((await boreal('key create --account payer@example.com')).secret);
  await signIn();
  await askEverything();
  metrics = await fetchMetrics();
  await until('nothing is held', async () => /^boreal_open_holds 0$/m.test(await fetchMetrics()));
  const isTraced = ({ facts }: TraceReceiver['spans'][number]) => facts['http.route'] === '/v1/models';
  await get('/v1/models').then((response) => response.text());
  await until('the last request is traced', () => receiver.spans.some(isTraced));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await upstream.stop();
  await receiver[Symbol.asyncDispose]();
});

async function boreal(words: string): Promise<Record<string, unknown>> {
  const ran = await runBoreal([...words.split(' '), '--json'], service.env);
  return JSON.parse(ran.stdout) as Record<string, unknown>;
}

async function fetchMetrics(): Promise<string> {
  const authorization = `Bearer ${SECRETS['token of the metrics']}`;
  return (await fetch(new URL('/metrics', service.url), { headers: { authorization } })).text();
}

async function signIn(): Promise<void> {
  page = pageClient(service);
  const { password } = SECRETS;
  note(await page.post('/api/auth/sign-up/email', { name: 'Canary', email: EMAIL, password }));
  await service.hasLogged(`pass this on to ${EMAIL}`);
  const link = service.lines.findLast((line) => line.to === EMAIL)?.link;
  const { pathname, search } = new URL(String(link));
  await page.get(pathname + search);
  note(await page.post('/api/auth/sign-in/email', { email: EMAIL, password: SECRETS['wrong password'] }));
  const signedIn = await page.post('/api/auth/sign-in/email', { email: EMAIL, password });
  expect(signedIn.status).toBe(200);
  const session = [...page.cookies].find(([name]) => name.endsWith('session_token'))?.[1];
  // The database has to know the token; it opens nothing without its signature, which only the cookie has.
  made['cookie of the session'] = decodeURIComponent(session ?? '').split('.')[1]!;
  note(await page.get('/api/settings/no-such-page'));
  note(await page.post('/api/auth/change-password', { currentPassword: SECRETS['wrong password'], newPassword: 'x' }));
}

const question = (extra: object = {}) => ({
  model: 'svc-frost',
  messages: [
    { role: 'system', content: SECRETS['system prompt'] },
    { role: 'user', content: SECRETS.prompt },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'f', arguments: `{"a":"${SECRETS['tool arguments']}"}` } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: SECRETS.prompt },
  ],
  tools: [{ type: 'function', function: { name: 'f', description: SECRETS['description of a tool'], parameters: {} } }],
  // Kept with the receipt.
  user: 'customer-17',
  max_tokens: 20,
  ...extra,
});

async function askEverything(): Promise<void> {
  upstream.play(answerText(SECRETS.answer));
  await post(question());
  await post(question({ stream: true }));
  const leaving = new AbortController();
  upstream.play(answerText(`${SECRETS.answer} `.repeat(500), { everyMs: 5 }));
  const cut = await post(question({ stream: true }), { signal: leaving.signal });
  await cut.body?.getReader().read();
  leaving.abort();
  for (const script of CARELESS_ENGINES) {
    upstream.play(script);
    await post(question()).then(noteResponse);
    await post(question({ stream: true })).then(noteResponse);
  }
  for (const wrong of WRONG) await post(question(wrong)).then(noteResponse);
  await post(`{"messages":[{"role":"user","content":"${SECRETS.prompt}"`).then(noteResponse);
  await post(question(), { key: SECRETS['wrong key'] }).then(noteResponse);
  await post(question(), { headers: { cookie: `session=${SECRETS['foreign cookie']}` }, key: `${made.key}x` }).then(
    noteResponse,
  );
  await get(`/v1/no-such-path?key=${SECRETS['value in a query']}`).then(noteResponse);
  await get(`/metrics?token=${SECRETS['value in a query']}`).then(noteResponse);
}

/** Engines that say in their errors what they were sent. */
const CARELESS_ENGINES: readonly Script[] = [
  ...[400, 401, 429, 500].map(
    (status): Script =>
      (request) =>
        jsonError(status, { error: { message: `You sent ${request.rawBody} with ${request.headers.authorization}` } }),
  ),
];

const WRONG: readonly object[] = [
  { temperature: SECRETS.prompt },
  { messages: [{ role: 'user', content: { text: SECRETS.prompt } }] },
  { stop: [SECRETS.prompt, 5] },
  { metadata: SECRETS.prompt, n: 2 },
  { response_format: { type: 'json_schema', json_schema: { name: '', schema: { title: SECRETS.prompt } } } },
  { tool_choice: { type: 'function', function: { name: 'g' } } },
];

type PostInit = {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

function post(body: object | string, { key = made.key, headers, signal }: PostInit = {}): Promise<Response> {
  return fetch(`${service.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

const get = (path: string) => fetch(new URL(path, service.url), { headers: { authorization: `Bearer ${made.key}` } });

const noteResponse = async (response: Response) => note({ headers: response.headers, text: await response.text() });
const note = ({ headers, text }: { readonly headers: Headers; readonly text: string }) =>
  refusals.push(`${[...headers].map((header) => header.join(': ')).join('\n')}\n\n${text}`);

/** Every file of the data folder, as bytes. */
const stored = () =>
  readdirSync(service.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

const everything = () => ({ ...SECRETS, ...made });

test('the canaries were sent: the engine has seen those that it should', () => {
  const seen = upstream.requests.map(({ rawBody, headers }) => `${rawBody} ${headers.authorization}`).join('\n');

  for (const name of [
    'prompt',
    'system prompt',
    'tool arguments',
    'description of a tool',
    "upstream's key",
  ] as const) {
    expect(seen).toContain(SECRETS[name]);
  }
  expect(refusals.length).toBeGreaterThan(15);
  expect(made.key).toStartWith('sk-boreal-');
  expect(made['cookie of the session']?.length).toBeGreaterThan(20);
});

describe.each([...Object.keys(SECRETS), 'key', 'cookie of the session'])('the %s', (name) => {
  const secret = () => everything()[name as keyof typeof SECRETS]!;

  test('is nowhere in the data folder', () => {
    expect(stored()).toContain('payer@example.com');
    expect(stored().includes(secret())).toBe(false);
  });

  test('is nowhere in the log', () => {
    const printed = service.stdout() + service.stderr();

    expect(printed).toContain('req_');
    expect(printed.split('\n').filter((line) => line.includes(secret()))).toEqual([]);
  });

  test('is in no refusal, body or header', () => {
    expect(refusals.filter((refusal) => refusal.includes(secret()))).toEqual([]);
  });

  test('is in no trace', () => {
    const names = receiver.spans.map(({ name }) => name);
    expect(names).toContainValues([
      'POST /v1/chat/completions',
      'chat svc-frost',
      'settlement',
      'POST /api/auth/sign-in/email',
    ]);
    expect(receiver.raw.filter((batch) => batch.includes(secret()))).toEqual([]);
  });

  test('is not in the metrics', () => {
    expect(metrics).toContain('boreal_');
    expect(metrics.includes(secret())).toBe(false);
  });
});

test('a trace has ids and never the address of a person', () => {
  expect(receiver.problems).toEqual([]);
  expect(receiver.raw.join()).toContain('"acc_');
  expect(receiver.raw.filter((batch) => batch.includes('@'))).toEqual([]);
});
