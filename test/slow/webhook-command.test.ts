/** `boreal webhook …` beside a running server, which calls what the command has added. */
import { describe, expect, test } from 'bun:test';
import { startBeside } from '../support/command-line.ts';
import { DATABASES } from '../support/databases.ts';
import { until } from '../support/service.ts';
import { signatureOf, startReceiver } from '../support/webhook-receiver.ts';

const PRIVATE = { BOREAL_NOTICES: JSON.stringify({ allowPrivateWebhooks: true }) };

describe.each(DATABASES)('a webhook added by command, on %s', (database) => {
  test('is called by the running server, is listed, and is gone when it is deleted', async () => {
    await using beside = await startBeside(database, PRIVATE);
    using receiver = startReceiver();
    const { json } = beside;
    await json('account create --email eva@example.com');
    const of = '--account eva@example.com';

    const added = await json(`webhook add ${of} --url ${receiver.url} --events limit.reached,key.expiring`);
    const [webhook] = added.webhooks as unknown as Record<string, string>[];
    await json(`webhook test ${of} --webhook ${webhook!.id}`);
    await until('the test is called', () => receiver.calls.length > 0);
    await until('it has arrived', async () =>
      JSON.stringify(await json(`webhook list ${of}`)).includes('"status":204'),
    );
    const text = await beside.boreal(`webhook list ${of}`);
    await json(`webhook enable ${of} --webhook ${webhook!.id}`);
    const deleted = await json(`webhook delete ${of} --webhook ${webhook!.id}`);

    expect(added).toEqual({
      webhooks: [
        {
          id: expect.stringMatching(/^whk_/),
          url: receiver.url,
          events: ['limit.reached', 'key.expiring'],
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
          disabledAt: null,
          deliveries: [],
        },
      ],
      webhooksMax: 5,
      secret: expect.stringMatching(/^whsec_/),
    } as never);
    expect(receiver.calls[0]!.headers.get('webhook-signature')).toBe(signatureOf(receiver.calls[0]!, added.secret!));
    expect(text.stdout).toBe(
      `${webhook!.id}  ${receiver.url}  limit.reached,key.expiring, last call (webhook.test): arrived\n`,
    );
    expect(deleted).toEqual({ webhooks: [], webhooksMax: 5 } as never);
    const { actions } = (await json('log list')) as unknown as { actions: Record<string, string>[] };
    expect(actions.map(({ kind, actor }) => `${actor} ${kind}`)).toEqual([
      ...['cli remove-webhook', 'cli enable-webhook', 'cli add-webhook', 'cli open-account'],
    ]);
    expect(JSON.stringify(actions)).not.toContain(added.secret!);
  });
});

test('what the page refuses, the command refuses in the same words, by the name of the option', async () => {
  await using beside = await startBeside('SQLite');
  await beside.json('account create --email eva@example.com');
  const add = 'webhook add --account eva@example.com';
  for (const [words, sentence] of [
    [add, '--url is missing; it must be a string.'],
    [`${add} --url ftp://x.example --events limit.reached`, '--url must be an https address without user name.'],
    [
      `${add} --url https://x.example --events limit.reached,noon`,
      '--events must be one of "balance.low", "limit.reached", "key.expiring", "batch.completed", "response.completed", "activity.logged".',
    ],
    [`${add} --url https://x.example --events key.expiring,key.expiring`, '--events must not name an event twice.'],
    [`${add} --url http://127.0.0.1/ --events key.expiring`, 'This address cannot be called: '],
    [`${add} --urls x`, 'There is no option --urls: did you mean --url?'],
    ['webhook test --account eva@example.com', '--webhook is missing.'],
    ['webhook delete --account eva@example.com --webhook whk_none', 'There is no such webhook.'],
    ['webhook list --account nobody@example.com', 'There is no account nobody@example.com'],
  ] as const) {
    const ran = await beside.boreal(words);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toStartWith(`boreal: ${sentence}`);
  }
  expect(await beside.json('webhook list --account eva@example.com')).toEqual({
    webhooks: [],
    webhooksMax: 5,
  } as never);
});
