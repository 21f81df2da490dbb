/** `boreal key list | change | rotate` beside a running server: what they say of a key holds for requests with it. */
import { describe, expect, test } from 'bun:test';
import { startBeside } from '../support/command-line.ts';
import { DATABASES } from '../support/databases.ts';
import { until } from '../support/service.ts';

type KeyJson = Readonly<Record<string, unknown>>;

describe.each(DATABASES)('keys by command, on %s', (database) => {
  test('are changed and rotated with the secret of the new one shown once, and each change is in the log', async () => {
    await using beside = await startBeside(database);
    const { json, status } = beside;
    await json('account create --email eva@example.com --credit 5');
    const { id, secret } = await json('key create --account eva@example.com --name ci --limit 5 --models svc-frost');
    expect(await status('/v1/models', secret)).toBe(200);

    const change = `key change --key ${id}`;
    const changed = (await json(
      `${change} --name build --limits 2.5/CZK/month,900/tokens/total,7/requests/minute --models none --ranges 127.0.0.0/8 --expires 2090-01-31`,
    )) as unknown as { key: KeyJson };
    const less = (await json(`${change} --limits 7/requests/minute --expires none`)) as unknown as {
      key: KeyJson;
    };
    const next = await json(`key rotate --key ${id} --overlap-hours 0`);
    const newKey = next.key as unknown as KeyJson;
    const listed = (await json('key list --account eva@example.com')) as unknown as { keys: KeyJson[] };

    expect(changed.key).toMatchObject({
      ...{
        id,
        name: 'build',
        allowedModels: [],
        allowedRanges: ['127.0.0.0/8'],
        expiresAt: '2090-01-31T00:00:00.000Z',
      },
      limits: [
        { unit: 'CZK', window: 'month', max: '2.5' },
        { unit: 'requests', window: 'minute', max: '7' },
        { unit: 'tokens', window: 'total', max: '900' },
      ],
    });
    expect(less.key).toMatchObject({
      name: 'build',
      limits: [{ unit: 'requests', window: 'minute', max: '7' }],
      expiresAt: null,
    });
    expect(newKey).toMatchObject({ name: 'build', limits: [{ max: '7' }], hint: next.secret!.slice(-4) });
    expect(listed.keys.map((key) => key.id)).toEqual([newKey.id, id]);
    expect(await status('/v1/models', next.secret)).toBe(200);
    await until('the old key has ended', async () => (await status('/v1/models', secret)) === 401);

    const { actions } = (await json('log list')) as unknown as { actions: Record<string, unknown>[] };
    expect(actions.slice(0, 3)).toMatchObject([
      { actor: 'cli', kind: 'rotate-key', wanted: { keyId: id, next: newKey.id } },
      { actor: 'cli', kind: 'change-key', wanted: { keyId: id, limits: [{ max: '7', unit: 'requests' }] } },
      { actor: 'cli', kind: 'change-key', wanted: { keyId: id, name: 'build', allowedRanges: ['127.0.0.0/8'] } },
    ]);
    expect(JSON.stringify(actions)).not.toContain(next.secret!);
    expect(await json('audit')).toMatchObject({ ok: true } as never);
  });
});

test('what cannot be changed is refused in a sentence with the name of the option', async () => {
  await using beside = await startBeside('SQLite');
  await beside.json('account create --email eva@example.com');
  const { id } = await beside.json('key create --account eva@example.com');
  const change = `key change --key ${id}`;
  const rotate = `key rotate --key ${id}`;
  for (const [words, sentence] of [
    [change, 'Say what to change, such as --name.'],
    ['key change --name x', '--key is missing.'],
    ['key change --key key_none --name x', 'There is no key key_none; "account show" lists the ids.'],
    [`${change} --limits 5`, '--limits must be one of "CZK", "tokens", "requests".'],
    [`${change} --limits=-5/CZK/month`, '--limits must be an amount in CZK such as 100 or 12.50.'],
    [`${change} --limits 5/CZK/minute`, '--limits cannot be minute here: a limit of CZK is served from an hour up'],
    [`${change} --models gpt-4`, '--models must be a model of this service: '],
    [`${change} --ranges 10.0.0.0/99`, '--ranges must be a network address or a range'],
    [`${change} --expires 2001-01-01`, '--expires must be in the future; to end a key now, revoke it.'],
    [`${change} --limits 0/requests/minute`, '--limits must be a whole number from 1 to 100000.'],
    [rotate, '--overlap-hours is missing; it must be a number.'],
    [`${rotate} --overlap-hours 721`, '--overlap-hours must be at most 720.'],
  ] as const) {
    const ran = await beside.boreal(words);
    expect([words, ran.code, ran.stdout]).toEqual([words, 2, '']);
    expect(ran.stderr).toStartWith(`boreal: ${sentence}`);
  }
  await beside.json(`key revoke --key ${id}`);
  for (const words of [`${change} --name x`, `${rotate} --overlap-hours 1`]) {
    expect((await beside.boreal(words)).stderr).toBe('boreal: This key is revoked for good.\n');
  }
});
