import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { NOON, openStorage } from '../../../test/support/ledger-fixture.ts';
import { startMailServer } from '../../../test/support/mail-server.ts';
import { KEY_EXPIRING } from '../../features/keys/notices.ts';
import { ENGINE_DOWN } from '../../features/serving/notices.ts';
import { tellWhatIsDue } from '../../server/due-notices.ts';
import { noticeEmails, noticesEmail } from '../../server/notice-emails.ts';
import { createMail, NO_MAIL, type SmtpSettings } from '../mail/smtp.ts';
import type { Log } from '../telemetry/log.ts';
import { ATTEMPTS_MAX, waitAfter } from './notice.ts';
import { createNoticePost, createNotices } from './notices.ts';
import { createOperatorCall } from './operator-notices.ts';

const SECRET = 'a secret that the receiver has too';
const DOWN = { id: 'engine.down/main/1', atMs: NOON, data: { engine: 'main' } };
const EXPIRING = {
  id: 'key.expiring/key_1/2',
  atMs: NOON,
  data: { accountId: 'acc_1', keyId: 'key_1', name: '<ci> & co', hint: 'abcd', expiresAtMs: NOON + 86_400_000 },
  owner: { email: 'jana@example.com', language: 'cs' },
} as const;

type Call = { readonly body: string; readonly signature: string; readonly id: string };

/** The operator's receiver, on this machine. */
function startReceiver() {
  const calls: Call[] = [];
  let status = 200;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { headers } = request;
      const [signature, id] = [headers.get('boreal-signature') ?? '', headers.get('boreal-notice-id') ?? ''];
      calls.push({ body: await request.text(), signature, id });
      return new Response(null, { status });
    },
  });
  return {
    calls,
    settings: { url: `http://127.0.0.1:${server.port}/hook`, secret: SECRET, allowPrivate: true },
    answerWith: (next: number) => {
      status = next;
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
}

type Ways = {
  readonly smtp?: string;
  readonly webhook?: Parameters<typeof createOperatorCall>[0];
  readonly operatorIn?: 'cs';
};

async function service(ways: Ways) {
  const storage = await openStorage();
  const lines: string[] = [];
  const note = (_: object, message: string) => void lines.push(message);
  const log: Log = { info: () => {}, warn: note, error: note };
  let nowMs = NOON;
  const refused: string[] = [];
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const smtp = ways.smtp && ({ secure: false, ...(JSON.parse(ways.smtp) as object) } as SmtpSettings);
  const { outbox } = storage.stores;
  const isOpen = { owner: smtp !== undefined, operator: smtp !== undefined, webhook: ways.webhook !== undefined };
  const start = () => {
    const notices = createNotices(outbox, isOpen, log);
    const mail = smtp ? createMail(smtp) : NO_MAIL;
    const post = createNoticePost(
      { mail, clock, log },
      {
        outbox,
        operator: () => ({ email: 'operator@example.com', language: ways.operatorIn ?? 'en' }),
        callOperator: ways.webhook && createOperatorCall(ways.webhook, clock),
        emails: noticeEmails({ serviceName: 'Boreal' }, () => Promise.reject(new Error('Nothing is sold here.'))),
      },
    );
    const addDue = () => tellWhatIsDue({ notices, clock }, storage.stores, refused.splice(0));
    return { ...notices, ...post, addDue };
  };
  return {
    start,
    storage,
    refused,
    lines,
    wait: (ms: number) => {
      nowMs += ms;
    },
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

test('the webhook gets each notice with a signature over its time and body', async () => {
  using receiver = startReceiver();
  await using running = await service({ webhook: receiver.settings });
  const notices = running.start();

  await notices.tell(KEY_EXPIRING, EXPIRING);
  await notices.tell(KEY_EXPIRING, EXPIRING);
  expect(await notices.deliver()).toBe(1);
  expect(await notices.deliver()).toBe(0);

  const [{ body, signature, id }] = receiver.calls as [Call];
  const v1 = createHmac('sha256', SECRET)
    .update(`${NOON / 1000}.${body}`)
    .digest('hex');
  expect(receiver.calls).toHaveLength(1);
  expect({ signature, id }).toEqual({ signature: `t=${NOON / 1000},v1=${v1}`, id: EXPIRING.id });
  expect(JSON.parse(body)).toEqual({
    id: EXPIRING.id,
    type: 'key.expiring',
    at: new Date(NOON).toISOString(),
    data: {
      accountId: 'acc_1',
      keyId: 'key_1',
      name: '<ci> & co',
      hint: 'abcd',
      expiresAt: new Date(NOON + 86_400_000).toISOString(),
    },
  });
});

test.each([500, 404, 301])(
  'a webhook that answers %i gets it again later, also from the next server',
  async (status) => {
    using receiver = startReceiver();
    await using running = await service({ webhook: receiver.settings });
    const notices = running.start();
    receiver.answerWith(status);
    await notices.tell(ENGINE_DOWN, DOWN);

    expect(await notices.deliver()).toBe(0);
    receiver.answerWith(204);
    expect(await notices.deliver()).toBe(0);
    running.wait(waitAfter(1));
    expect(await running.start().deliver()).toBe(1);

    expect(receiver.calls.map(({ id }) => id)).toEqual([DOWN.id, DOWN.id]);
  },
);

test('what never arrives is given up after three days and some, with an error in the log', async () => {
  using receiver = startReceiver();
  await using running = await service({ webhook: receiver.settings });
  const notices = running.start();
  receiver.answerWith(500);
  await notices.tell(ENGINE_DOWN, DOWN);

  for (let attempt = 1; attempt <= ATTEMPTS_MAX + 3; attempt++) {
    await notices.deliver();
    running.wait(waitAfter(attempt));
  }

  expect(receiver.calls).toHaveLength(ATTEMPTS_MAX);
  expect(running.lines.at(-1)).toBe('a notice was given up after many attempts');
});

test('customers and operators get e-mails in their language, each through the real mail server', async () => {
  await using mail = await startMailServer();
  await using running = await service({ smtp: mail.setting });
  const notices = running.start();

  await notices.tell(KEY_EXPIRING, EXPIRING);
  await notices.tell(ENGINE_DOWN, DOWN);
  expect(await notices.deliver()).toBe(2);

  const emails = mail.emails.toSorted((one, other) => one.to[0]!.localeCompare(other.to[0]!));
  expect(emails.map(({ to }) => to)).toEqual([['jana@example.com'], ['operator@example.com']]);
  expect(emails[0]!.text).toContain('Platnost vašeho API klíče „<ci> & co“ (…abcd) skončí 16. listopadu');
  expect(emails[1]!.text).toContain('the engine main does not answer');

  await using czech = await service({ smtp: mail.setting, operatorIn: 'cs' });
  const inCzech = czech.start();
  await inCzech.tell(ENGINE_DOWN, DOWN);
  await inCzech.deliver();

  expect(mail.emails.at(-1)!.text).toContain('Engine main neodpovídá přibližně od 15. listopadu 2026');
});

test('an owner gets e-mails about a limit that is nearly used up, and that is, in their language', async () => {
  await using mail = await startMailServer();
  await using running = await service({ smtp: mail.setting });
  const notices = running.start();
  const { db, stores } = running.storage;
  const { id, keyId } = await running.storage.account({ keyLimit: { amount: 100_000_000_000n, window: 'month' } });
  await stores.limits.set(id, [{ unit: 'tokens', window: 'total', max: 1_000_000n }]);
  await db.sql.run(
    'INSERT INTO key_months (key_id, month, spent_nanos, tokens) VALUES (?, ?, ?, ?)',
    keyId,
    '2026-11',
    99_876_000_000n,
    800_000n,
  );
  const limits = await stores.limits.list(id, NOON);
  running.refused.push(limits.find(({ owner }) => owner === 'key')!.id);

  await notices.addDue();
  await notices.deliver();

  const texts = mail.emails.map(({ to, text }) => `${to[0]}: ${text}`).toSorted();
  expect(texts).toHaveLength(2);
  expect(texts[0]).toContain(
    'acc_1@example.com: Your API key "k" (…xxxx) has used 99.87 of 100.00 CZK in November 2026.',
  );
  expect(texts[0]).toContain('What is left was too little for a request.');
  expect(texts[0]).toContain('with this key are refused until you raise the limit or the next month begins.');
  expect(texts[1]).toContain('acc_1@example.com: Your account has used 800,000 of 1,000,000 tokens. When the limit');
  const data = {
    accountId: id,
    key: null,
    member: null,
    percent: 100,
    unit: 'CZK',
    limit: '500',
    used: '500',
    window: 'month',
    since: '2026-11-01',
  } as const;
  const jana = { email: 'jana@example.com', language: 'cs', service: 'Boreal' } as const;
  const czech = noticesEmail([{ id: 'l', type: 'limit.reached', atMs: NOON, data }], 'toOwner', jana);
  expect(czech.text).toContain('Přes váš účet jste za listopad 2026 vyčerpali 500,00 z limitu 500,00 Kč.\n');
  expect(czech.text).toContain('Služba všechny požadavky odmítá, dokud limit nezvýšíte nebo nezačne další měsíc.');
});

test('a private address that was not allowed is never called', async () => {
  using receiver = startReceiver();
  await using running = await service({ webhook: { ...receiver.settings, allowPrivate: false } });
  const notices = running.start();
  await notices.tell(ENGINE_DOWN, DOWN);

  expect(await notices.deliver()).toBe(0);
  expect(receiver.calls).toEqual([]);
});
