/** `boreal doctor`: every finding in words, with how to mend it, and code 1 when something is wrong. */
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailServer } from '../support/mail-server.ts';
import { startUpstream } from '../support/scripted-upstream.ts';
import { type Environment, runBoreal, startServiceProcess } from '../support/service-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Finding = { readonly ok: boolean; readonly what: string; readonly mend?: string };

async function doctor(
  env: Environment,
): Promise<{ readonly code: number | null; readonly findings: readonly Finding[] }> {
  const ran = await runBoreal(['doctor', '--json'], env, folder);
  const { findings } = JSON.parse(ran.stdout) as { findings: readonly Finding[] };
  return { code: ran.code, findings };
}

const about = (findings: readonly Finding[], topic: string) => findings.filter(({ what }) => what.startsWith(topic));

test('a service that is well: engine, mail server, public address, secret and clock are all looked at', async () => {
  await using upstream = await startUpstream();
  await using mail = await startMailServer();
  await using service = await startServiceProcess({
    engineUrl: upstream.url,
    folder,
    env: { BOREAL_SMTP: mail.setting },
  });
  const here = { ...service.env, BOREAL_PORT: String(service.port) };

  const { code, findings } = await doctor({ ...here, BOREAL_PUBLIC_URL: `http://localhost:${service.port}` });

  expect({ code, wrong: findings.filter(({ ok }) => !ok) }).toEqual({ code: 0, wrong: [] });
  expect(about(findings, 'mail')[0]?.what).toContain('takes e-mails from Boreal <boreal@example.com>');
  expect(about(findings, 'public address')[0]?.what).toEndWith('leads here');
  for (const topic of ['data folder', 'disk', 'secret', 'database', 'clock', 'server', 'engine main']) {
    expect(about(findings, topic), topic).toHaveLength(1);
  }
  expect(about(findings, 'cache of engine main')[0]?.mend).toContain('engines.main.cacheIsolation');
  expect(mail.emails).toEqual([]);
});

test('what a new service lacks is said once', async () => {
  const env = { BOREAL_DATA_DIR: join(folder, 'data'), BOREAL_PORT: '1' };
  await runBoreal(['account', 'create', '--email', 'eva@example.com'], env, folder);

  const { findings } = await doctor(env);

  const toDo = findings.flatMap(({ mend = '' }) => /set (publicUrl|smtp)\b/.exec(mend)?.[1] ?? []);
  expect(toDo).toEqual(['publicUrl', 'smtp']);
  expect(about(findings, 'set-up: ').length).toBeGreaterThan(3);
});

test('a service that is ill: each trouble is named with how to mend it', async () => {
  await using mail = await startMailServer();
  const setting = { ...(JSON.parse(mail.setting) as object), password: 'not this one' };
  const env = { BOREAL_DATA_DIR: join(folder, 'data'), BOREAL_PORT: '1', BOREAL_SMTP: JSON.stringify(setting) };
  await runBoreal(['account', 'create', '--email', 'eva@example.com', '--credit', '1'], env, folder);
  chmodSync(join(folder, 'data', 'secret'), 0o644);
  using storage = new Database(join(folder, 'data', 'boreal.db'));
  const guard = storage.query<{ sql: string }, []>(
    "SELECT sql FROM sqlite_master WHERE name = 'ledger_entries_no_update'",
  );
  const { sql } = guard.get()!;
  storage.run('DROP TRIGGER ledger_entries_no_update');
  storage.run('UPDATE ledger_entries SET at_ms = ?', [Date.now() + 7 * 86_400_000]);
  storage.run(sql);

  const own = await doctor({ ...env, BOREAL_PUBLIC_URL: 'http://example.com' });
  const webhook = { url: 'https://169.254.169.254/latest', secret: 's'.repeat(32) };
  const notices = JSON.stringify({ webhook });
  const typed = await doctor({
    ...env,
    BOREAL_SECRET: 'abcabcabcabcabcabcabcabcabcabcabcabc',
    BOREAL_NOTICES: notices,
  });

  expect([own.code, typed.code]).toEqual([1, 1]);
  const wrong = own.findings.filter(({ ok }) => !ok).map(({ what }) => what.split(':')[0]);
  expect(wrong).toEqual(['secret', 'clock', 'public address', 'mail']);
  expect(about(typed.findings, 'secret: it has only 3 different characters')).toHaveLength(1);
  expect(about(typed.findings, 'webhook')).toEqual([
    {
      ok: false,
      what: 'webhook: 169.254.169.254 cannot be called: 169.254.169.254 leads to 169.254.169.254, which is not on the open Internet.',
      mend: expect.stringContaining('allowPrivate'),
    },
  ]);
  for (const finding of [...own.findings, ...typed.findings]) {
    if (!finding.ok) expect(finding.mend, finding.what).toBeString();
    expect(JSON.stringify(finding)).not.toContain('not this one');
  }
});
