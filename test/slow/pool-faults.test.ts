/**
 * Sixteen kinds of fault on a pool of three engines: on the one that is asked first, and on all of them. What the client
 * saw is the table in docs/operating/engines.md, which is compared with what happens here.
 */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, askAndPay, CANARY, costOf, FORMS, type Form, type Seen } from '../support/asking.ts';
import { expectLedgerInOrder, requestRows } from '../support/ledger-order.ts';
import { isChat, NAMES, type Name, type PoolService, startPool } from '../support/pool-service.ts';
import {
  answerText,
  body,
  delay,
  end,
  firstEvents,
  hang,
  head,
  heartbeats,
  jsonError,
  reset,
  type Script,
  sse,
  sseHead,
} from '../support/scripted-upstream.ts';

/** Long enough for an engine on a busy machine, short enough for a test. */
const DEADLINES = { connectMs: 2000, firstByteMs: 1000, idleMs: 1000, totalMs: 2500 };
const error = { error: { message: CANARY } };
/** The role and one word. */
const begun = firstEvents(2, answerText('half of an answer'));
const halfJson: Script = [
  head(200, { 'content-type': 'application/json', 'content-length': '5000' }),
  body('{"choices":[{"message":{"content":"half'),
];
const inForm =
  (stream: Script, json: Script): Script =>
  (request) =>
    (request.body as { stream?: boolean } | undefined)?.stream ? stream : json;

/** An engine's way with a chat; `undefined` is a closed port. */
const FAULTS: Readonly<Record<string, Script | undefined>> = {
  'refuses the connection': undefined,
  'resets the connection': reset(),
  'closes before it answers': end(),
  'hangs before its first byte': hang(),
  'sends its head and nothing more': [sseHead(), hang()],
  'sends heartbeats only': [sseHead(), heartbeats(50)],
  'is slow, but within its deadline': [delay(300), answerText('slow')],
  'says 429 with Retry-After: 7': jsonError(429, error, { 'retry-after': '7' }),
  'says 503': jsonError(503, error),
  'says 500': jsonError(500, error),
  'says 401': jsonError(401, error),
  'says 400': jsonError(400, error),
  'answers 200 with a web page': [head(200, { 'content-type': 'text/html' }), body(`<html>${CANARY}</html>`)],
  'begins with broken JSON': [sseHead(), sse('{"choices":[{"delta"'), sse('[DONE]')],
  'breaks off in the middle': inForm([begun, end()], [halfJson, end()]),
  'falls silent in the middle': inForm([begun, hang()], [halfJson, hang()]),
};

type Row = { readonly fault: string; readonly one: Record<Form, string>; readonly all: Record<Form, string> };
const rows = new Map<string, Row>();

describe.each(Object.keys(FAULTS))('an engine that %s', (fault) => {
  test.each(FORMS)(
    'asked for %s',
    async (form) => {
      const [one, all] = await Promise.all([withFaultAt(fault, form, 'the first'), withFaultAt(fault, form, 'all')]);

      const row = rows.get(fault) ?? { fault, one: { json: '', stream: '' }, all: { json: '', stream: '' } };
      rows.set(fault, { ...row, one: { ...row.one, [form]: one }, all: { ...row.all, [form]: all } });
    },
    30_000,
  );
});

test('the table of what clients see is true', () => {
  expect([...rows.keys()]).toEqual(Object.keys(FAULTS));
  const table = [
    '| The engine | One of three | All three |',
    '| --- | --- | --- |',
    ...[...rows.values()].map(({ fault, one, all }) => `| ${fault} | ${bothForms(one)} | ${bothForms(all)} |`),
  ].join('\n');
  const page = readFileSync(join(import.meta.dir, '../../docs/operating/engines.md'), 'utf8');
  if (!withoutWaits(page).includes(withoutWaits(table))) {
    throw new Error(`The table in docs/operating/engines.md should be:\n${table}`);
  }
  // What is left of a wait when the answer goes out depends on how busy the machine is.
  const waits = table.match(WAIT)!.map((wait) => Number.parseInt(wait.slice(2), 10));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...waits)).toBeLessThanOrEqual(7);
});

const WAIT = /, \d+ s/g;
const withoutWaits = (text: string): string => text.replaceAll(WAIT, ', some seconds');

const bothForms = ({ stream, json }: Record<Form, string>): string =>
  stream === json ? stream : `${stream}; JSON: ${json}`;

async function withFaultAt(fault: string, form: Form, where: 'the first' | 'all'): Promise<string> {
  await using pool = await startPool({ engine: DEADLINES });
  const { service } = pool;
  // A conversation keeps to its engine: the one that has answered once is asked first the next time.
  const first = (await ask(service, form)).text as Name;
  const before = pool.asked();
  for (const name of where === 'all' ? NAMES : [first]) await breakDown(pool, name, FAULTS[fault]);

  const { answer, paid } = await askAndPay(service, form);

  const after = pool.asked();
  const others = NAMES.filter((name) => name !== first && after[name] > before[name]);
  expect(answer.everything).not.toContain(CANARY);
  expectRightlyCharged(answer, paid);
  expect(requestRows(service.config.dataDir)).toHaveLength(2);
  await expectLedgerInOrder(service.config.dataDir);
  if (answer.status === 200 && !answer.error && answer.text !== 'slow') {
    expect(answer.text).not.toBe(first);
    expect(others).toEqual([answer.text as Name]);
    expect(await pool.metric('boreal_engine_retries_total{model="svc-frost"}')).toBe(1);
  }
  return told(answer);
}

/** An answer that looks whole is paid to the token, once; everything else is free. */
function expectRightlyCharged(answer: Seen, paid: bigint): void {
  const isWhole = answer.status === 200 && !answer.error;
  expect(answer.finishReason).toBe(isWhole ? 'stop' : null);
  expect(paid).toBe(isWhole ? costOf(answer.usage!.prompt_tokens, answer.usage!.completion_tokens) : 0n);
}

/** Only chats fail: probes pass, as they do at real engines that are half broken. */
async function breakDown({ upstreams }: PoolService, name: Name, script: Script | undefined): Promise<void> {
  if (script === undefined) await upstreams[name].stop();
  else upstreams[name].play((request) => (isChat(request) ? script : answerText('pong')));
}

function told(answer: Seen): string {
  if (answer.status !== 200) {
    const wait = answer.headers.get('retry-after');
    return `${answer.status} \`${answer.error?.code}\`${wait ? `, ${wait} s` : ''}`;
  }
  if (answer.error) return `error event \`${answer.error.code}\``;
  return answer.text === 'slow' ? 'it answers' : 'another answers';
}
