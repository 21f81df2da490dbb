/**
 * Notices of the real process: what was to be sent before it died is sent by the next one; a broken ledger is found.
 */
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { auditInProcess } from '../../src/ledger/audit-process.ts';
import { PASSWORD, type PageClient, pageClient } from '../support/page-client.ts';
import { until } from '../support/service.ts';
import { accountIn, runBoreal, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { signatureOf, startReceiver, type WebhookCall } from '../support/webhook-receiver.ts';

const DAY_MS = 86_400_000;
const ROOT = resolve(import.meta.dir, '../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-notices-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Changes the ledger by hand, as no command could. */
function change(dataDir: string, statement: string, ...values: readonly (string | number)[]): void {
  using storage = new Database(join(dataDir, 'boreal.db'));
  storage.query(statement).run(...values);
}

test('a notice that could not be delivered survives a kill, and the next server delivers it', async () => {
  const received = Promise.withResolvers<{ readonly type: string; readonly data: { readonly keyId: string } }>();
  const listener = Bun.listen({ port: 0, hostname: '127.0.0.1', socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  const webhook = { url: `http://127.0.0.1:${port}/hook`, secret: 'x'.repeat(32), allowPrivate: true };
  const env = { BOREAL_NOTICES: JSON.stringify({ webhook }) };
  const first = await startServiceProcess({ folder, env });
  const { keyId } = await accountIn(first.dataDir);
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  const endsMs = Date.now() + DAY_MS;
  change(first.dataDir, 'UPDATE api_keys SET created_at_ms = 0, expires_at_ms = ? WHERE id = ?', endsMs, keyId);

  const second = await startServiceProcess({ folder, env });
  await second.hasLogged('a notice did not arrive; it will be tried again');
  process.kill(second.pid, 'SIGKILL');
  await second.exited;
  // Its next turn is half a minute away; let it be now.
  change(second.dataDir, 'UPDATE outbox SET next_at_ms = 0 WHERE next_at_ms IS NOT NULL');
  using receiver = Bun.serve({
    port,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      received.resolve((await request.json()) as never);
      return new Response();
    },
  });
  await using _third = await startServiceProcess({ folder, env });

  expect(await received.promise).toMatchObject({ type: 'key.expiring', data: { keyId } });
  expect(receiver.port).toBe(port);
});

test('a webhook that a killed server was calling is called by the next one, with the same id and signed', async () => {
  using receiver = startReceiver();
  receiver.answerWith(() => new Promise(() => {}));
  const env = { BOREAL_NOTICES: JSON.stringify({ allowPrivateWebhooks: true }) };
  const first = await startServiceProcess({ folder, env });
  const owner = await signedUpAt(first, 'owner@example.com');
  const added = await owner.post('/api/webhooks', { url: receiver.url, events: ['balance.low'] });
  const [{ id }] = added.json.webhooks as [{ id: string }];
  await owner.post(`/api/webhooks/${id}/test`);

  await until('the receiver is called', () => receiver.calls.length === 1);
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  receiver.answerWith(() => new Response(null, { status: 204 }));
  // Its next turn is half a minute away; let it be now.
  change(first.dataDir, 'UPDATE outbox SET next_at_ms = 0 WHERE next_at_ms IS NOT NULL');
  await using second = await startServiceProcess({ folder, env });
  await until('the receiver is called again', () => receiver.calls.length === 2);

  const [lost, arrived] = receiver.calls as [WebhookCall, WebhookCall];
  expect(arrived.headers.get('webhook-id')).toBe(lost.headers.get('webhook-id'));
  expect(JSON.parse(arrived.body)).toEqual(JSON.parse(lost.body));
  for (const call of [lost, arrived]) {
    expect(call.headers.get('webhook-signature')).toBe(signatureOf(call, String(added.json.secret)));
  }
  const again = pageClient(second);
  await again.post('/api/auth/sign-in/email', { email: 'owner@example.com', password: PASSWORD });
  await until('the page shows it as delivered', async () => {
    const [webhook] = (await again.get('/api/webhooks')).json.webhooks as [{ deliveries: [{ status: number | null }] }];
    return webhook.deliveries[0].status === 204;
  });
  expect(receiver.calls.length).toBe(2);
});

/** The link that confirms the address is in the log of the process. */
async function signedUpAt(service: ServiceProcess, email: string): Promise<PageClient> {
  const page = pageClient(service);
  await page.post('/api/auth/sign-up/email', { name: 'Test', email, password: PASSWORD });
  const { link } = await service.hasLogged(`pass this on to ${email}`);
  const { pathname, search } = new URL(String(link));
  await page.get(pathname + search);
  expect((await page.post('/api/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(200);
  return page;
}

test('a model that is sold below cost gives a notice while the server runs, and found by the doctor', async () => {
  using receiver = startReceiver();
  const webhook = { url: receiver.url, secret: 'x'.repeat(32), allowPrivate: true };
  const engine = { kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' };
  const env = {
    BOREAL_NOTICES: JSON.stringify({ webhook }),
    BOREAL_ENGINES: JSON.stringify({ main: engine }),
    BOREAL_MODELS: JSON.stringify({ 'svc-glacier': { engine: 'main' } }),
  };
  await using service = await startServiceProcess({ folder, env });
  const boreal = (words: string) => runBoreal(words.split(' '), { ...env, BOREAL_DATA_DIR: service.dataDir });
  const price = '--currency CZK --input 1 --cached-input 1 --output 101 --reasoning 1';

  const before = await boreal('doctor');
  expect(await boreal(`buying set --engine main ${price} --reason contract`)).toMatchObject({ code: 0 });
  await until('the notice comes', () => receiver.calls.length === 1);
  const after = await boreal('doctor');

  expect(JSON.parse(receiver.calls[0]!.body)).toMatchObject({
    type: 'model.below-cost',
    data: { model: 'svc-glacier', engine: 'main', tokens: ['output'] },
  });
  const finding = 'svc-glacier is sold below what the engine main costs (output)';
  expect(before.stdout).not.toContain(finding);
  expect(after.stdout).toContain(finding);
});

test('the audit of the server runs in a process of its own, and says what is broken', async () => {
  await using service = await startServiceProcess({ folder });
  await accountIn(service.dataDir);
  const before = process.env.BOREAL_DATA_DIR;
  process.env.BOREAL_DATA_DIR = service.dataDir;
  try {
    const program = join(ROOT, 'src/server/commands/main.ts');
    expect(await auditInProcess(program, 'new')).toMatchObject({ ok: true, problems: [] });
    change(service.dataDir, 'UPDATE pots SET balance = balance + 1');
    expect(await auditInProcess(program, 'new')).toMatchObject({
      ok: false,
      problems: [/L1/, /L9/].map((what) => expect.stringMatching(what)),
    });
  } finally {
    if (before === undefined) delete process.env.BOREAL_DATA_DIR;
    else process.env.BOREAL_DATA_DIR = before;
  }
});
