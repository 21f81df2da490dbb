/** What a customer sees and sets on the pages, by command beside a running server: both say the same. */
import { describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { startBeside } from '../support/command-line.ts';
import { DATABASES } from '../support/databases.ts';
import { startNameServer } from '../support/name-server.ts';
import { signedUp } from '../support/page-client.ts';

type Json = Readonly<Record<string, unknown>>;

const OF = '--account eva@example.com';

describe.each(DATABASES)('on %s', (database) => {
  test('what was asked with a key is in usage, requests, the statement and the export', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'boreal-export-'));
    await using beside = await startBeside(database);
    const { json, boreal, service } = beside;
    await json('account create --email eva@example.com --credit 5');
    const { secret, id: keyId } = await json(`key create ${OF} --name ci`);
    const client = new OpenAI({ baseURL: new URL('/v1', service.url).href, apiKey: secret });
    await client.chat.completions.create({ model: 'svc-frost', messages: [{ role: 'user', content: 'Hello' }] });

    const usage = (await json(`usage show ${OF} --by key`)) as unknown as { series: Json[]; total: Json };
    const months = (await json(`statement list ${OF}`)) as unknown as { months: string[] };
    const month = `--month ${months.months[0]}`;
    const statement = (await json(`statement show ${OF} ${month}`)) as unknown as { chargedCzk: string; usage: Json[] };
    const files = Object.fromEntries(
      await Promise.all(
        [
          ['csv', `statement export ${OF} ${month}`],
          ['requests', `receipt export ${OF}`],
          ['account', `account export ${OF}`],
        ].map(async ([name, words]) => {
          const file = join(folder, name!);
          expect(await json(`${words} --to ${file}`)).toMatchObject({ file } as never);
          return [name, readFileSync(file, 'utf8')];
        }),
      ),
    ) as Record<'csv' | 'requests' | 'account', string>;

    expect(usage.series).toMatchObject([{ id: keyId, label: 'ci' }]);
    expect(usage.total).toMatchObject({ requests: 1, czk: statement.chargedCzk });
    expect(statement.usage).toMatchObject([{ model: 'svc-frost', requests: 1 }]);
    expect(files.csv).toContain('svc-frost');
    expect(files.requests).toContain('svc-frost');
    expect(JSON.parse(files.account)).toMatchObject({
      account: { email: 'eva@example.com' },
      person: null,
      keys: [{ id: keyId }],
      requests: [{ model: 'svc-frost' }],
    });
    const again = await boreal(`account export ${OF} --to ${join(folder, 'account')}`);
    expect([again.code, again.stderr]).toEqual([2, `boreal: ${join(folder, 'account')} is there already.\n`]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('alerts, limits, the buyer and the name of an account are on its pages, and in the log', async () => {
    await using beside = await startBeside(database);
    const { json, service } = beside;
    const page = await signedUp(service, 'eva@example.com');
    await page.get('/api/me');

    for (const words of [
      `billing alert ${OF} --below 5`,
      `billing limit-alerts ${OF} --on no`,
      `buyer set ${OF} --name Firma --street Ulice --city Praha --postal-code 11000`,
    ]) {
      await json(words);
    }

    const billing = (await page.get('/api/billing')).json;
    expect(billing).toMatchObject({ alertBelowCzk: '5', limitAlerts: false } as never);
    expect((await json(`billing show ${OF}`)).alertBelowCzk).toBe('5');
    expect((await page.get('/api/buyer')).json).toMatchObject({ buyer: { name: 'Firma', country: 'CZ' } } as never);
    const { actions } = (await json('log list')) as unknown as { actions: Json[] };
    expect(
      actions.filter(({ actor }) => actor === 'cli').map(({ kind, wanted }) => [kind, (wanted as Json).call]),
    ).toEqual([
      ['set-buyer', undefined],
      ['command-call', 'PATCH /api/buyer'],
      ['set-alerts', undefined],
      ['command-call', 'PATCH /api/billing/limit-alerts'],
      ['set-alerts', undefined],
      ['command-call', 'PATCH /api/billing/alert'],
    ]);
    // A command is the operator's: members do not find it among what they did.
    expect((await page.get('/api/activity')).json).toMatchObject({ entries: [] } as never);
  });
});

test('a mail domain is claimed, checked and removed', async () => {
  await using names = await startNameServer();
  await using beside = await startBeside('SQLite', {
    BOREAL_ORGANISATIONS: JSON.stringify({ dnsServers: [names.address] }),
  });
  const { json, boreal } = beside;
  await json('account create --email eva@example.com');

  const claimed = (await json(`domain add ${OF} --domain example.org`)) as unknown as {
    domains: { id: string; record: { name: string; value: string } }[];
  };
  const [{ id, record }] = claimed.domains as [(typeof claimed.domains)[number]];
  const early = await boreal(`domain check ${OF} --domain ${id}`);
  names.records.set(record.name, [record.value]);
  const checked = await boreal(`domain check ${OF} --domain ${id}`);
  const removed = await boreal(`domain remove ${OF} --domain ${id}`);

  expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('There is no TXT record')]);
  expect(checked.stdout).toMatch(/^example\.org \(dom_\w+\), verified 20/);
  expect(removed.stdout).toBe('The account has no mail domain.\n');
});

test('operators find customers, plan an engine and take the plan back', async () => {
  await using beside = await startBeside('SQLite');
  const { json, boreal } = beside;
  await json('account create --email eva@example.com --credit 5');
  await json('account create --email adam@example.com');

  const found = (await json('customer list --search eva')) as unknown as { customers: Json[] };
  const poor = (await json('customer list --credit none')) as unknown as { customers: Json[] };
  await json('engine set --engine spare --base-url http://127.0.0.1:9/v1 --model tiny --idle-ms 5000 --reason growth');
  const kept = (await json('engine set --engine spare --model tinier --reason growth')) as unknown as {
    engines: { name: string; settings: Json }[];
  };
  await json('engine assign --model svc-frost --engines spare=2 --from 2090-01-01 --reason growth');
  const planned = (await json('engine changes')) as unknown as { models: { id: string; planned: Json[] }[] };
  const [{ version }] = planned.models.find(({ id }) => id === 'svc-frost')!.planned as [Json];
  const after = await boreal(`engine withdraw --change ${version} --reason no`);
  const overview = (await json('overview show')) as unknown as { figures: { now: Json } };

  expect(found.customers).toMatchObject([{ email: 'eva@example.com', creditCzk: '5' }]);
  expect(poor.customers).toMatchObject([{ email: 'adam@example.com' }]);
  expect(kept.engines.find(({ name }) => name === 'spare')?.settings).toMatchObject({ model: 'tinier', idleMs: 5000 });
  expect(after.stdout).not.toContain('2090');
  expect(overview.figures.now).toMatchObject({ newCustomers: expect.any(Number), payments: 0 });
  expect(await json('anomaly list')).toEqual({ anomalies: [] } as never);
  expect(await json('audit list')).toEqual({ runs: [] } as never);
  const { actions } = (await json('log list')) as unknown as { actions: Json[] };
  expect(actions.filter(({ kind }) => String(kind).includes('engine')).map(({ actor }) => actor)).toEqual(
    Array.from({ length: 4 }, () => 'cli'),
  );
});

test('what cannot be is refused in a sentence with the name of the option', async () => {
  await using beside = await startBeside('SQLite');
  await beside.json('account create --email eva@example.com');
  for (const [words, sentence] of [
    [`statement show ${OF} --month 1999-01`, 'This account has no such month.'],
    [`usage show ${OF} --from 2026-01-02 --to 2026-01-01`, '--to must be after fromMs.'],
    [`usage show ${OF} --by weather`, '--by must be one of "model", "key", "member", "pot".'],
    [`billing alert ${OF}`, '--below is missing; it must be a string.'],
    [`buyer set ${OF} --name Firma`, '--street must not be empty.'],
    [`account export ${OF}`, '--to is missing.'],
    ['document list --order none', 'There is no order none.'],
    ['document pdf --document FV-1 --to /dev/null/x', 'There is no such document.'],
    ['engine withdraw --change 7', '--reason is missing; it must be a string.'],
    [`topup set ${OF} --on yes --below 5 --amount 100 --month-max 500`, 'Automatic top-up is not offered here.'],
  ] as const) {
    const ran = await beside.boreal(words);
    expect([words, ran.code, ran.stdout, ran.stderr]).toEqual([words, 2, '', `boreal: ${sentence}\n`]);
  }
});
