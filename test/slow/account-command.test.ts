/** `boreal receipt list` and `boreal account delete` beside a running server, on both databases. */
import { describe, expect, test } from 'bun:test';
import { startBeside } from '../support/command-line.ts';
import { DATABASES } from '../support/databases.ts';
import { PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';

type Rows = { readonly requests: readonly Readonly<Record<string, unknown>>[] };

describe.each(DATABASES)('on %s', (database) => {
  test('requests of an account are listed newest first, by day, key and number', async () => {
    await using beside = await startBeside(database);
    const { service, json } = beside;
    await json('account create --email eva@example.com --credit 5');
    const { id, secret } = await json('key create --account eva@example.com --name ci');
    const client = service.client({ apiKey: secret! });
    const asked: string[] = [];
    for (const text of ['one', 'two', 'three']) {
      service.upstream.play(answerText(text));
      const answer = await client.chat.completions.create({
        ...{ model: 'svc-frost', messages: [{ role: 'user', content: text }] },
      });
      asked.unshift(answer.id.replace('chatcmpl-', 'req_'));
    }
    const list = async (words = '') =>
      ((await json(`receipt list --account eva@example.com${words}`)) as unknown as Rows).requests;
    await until('all are charged', async () => (await list()).length === 3);

    expect((await list()).map((row) => row.id)).toEqual(asked);
    expect((await list(' --limit 2')).map((row) => row.id)).toEqual(asked.slice(0, 2));
    expect(await list(` --key ${id} --model svc-frost --outcome finished --from 2026-01-01`)).toHaveLength(3);
    expect(await list(' --to 2026-01-01')).toEqual([]);
    expect(await list(' --key key_none')).toEqual([]);
    expect((await list(` --search ${asked[1]}`)).map((row) => row.id)).toEqual([asked[1]]);
    const [row] = await list();
    expect(row).toMatchObject({ at: expect.stringMatching(/Z$/), keyName: 'ci', outcome: 'finished' });
    expect(await json(`receipt --id ${asked[0]}`)).toMatchObject({ object: 'receipt' });
    const { stdout } = await beside.boreal('receipt list --account eva@example.com --limit 1');
    expect(stdout).toMatch(/^\S+Z {2}req_\w+ {2}svc-frost {2}"ci" {2}finished {2}\d+ \+ \d+ tokens, \S+ CZK\n$/);
  });

  test('an account is deleted when its address is typed again: keys end, the person is forgotten, the credit is written off', async () => {
    await using beside = await startBeside(database);
    const { service, json, boreal, status } = beside;
    const anna = await signedUp(service, 'anna@example.com');
    await anna.get('/api/me');
    await json('credit grant --account anna@example.com --czk 7.5');
    const { secret } = await json('key create --account anna@example.com');
    const { id } = await json('account show --account anna@example.com');
    const remove = 'account delete --account anna@example.com';

    const refused = [
      await boreal(remove),
      await boreal(`${remove} --email other@example.com`),
      await boreal(`${remove} --email anna@example.com --colleagues 1`),
    ];
    expect(await status('/v1/models', secret)).toBe(200);
    const done = await json(`${remove} --email Anna@example.com`);

    expect(refused.map(({ code, stderr }) => [code, stderr])).toEqual([
      [2, 'boreal: --email is missing; it must be a string.\n'],
      [2, 'boreal: --email must be the address of this account.\n'],
      [2, 'boreal: --colleagues must be 0, the number of other members who lose this organisation.\n'],
    ]);
    expect(done).toEqual({ deleted: true, writtenOffCzk: '7.5' } as never);
    await until('the key has ended', async () => (await status('/v1/models', secret)) === 401);
    expect((await anna.get('/api/me')).status).toBe(401);
    const again = await pageClient(service).post('/api/auth/sign-in/email', {
      ...{ email: 'anna@example.com', password: PASSWORD },
    });
    expect(again.status).toBe(401);
    expect(await json(`account show --account ${id}`)).toMatchObject({ status: 'closed', creditCzk: '0' } as never);
    const { actions } = (await json(`log list --account ${id}`)) as unknown as { actions: Record<string, unknown>[] };
    expect(actions[0]).toMatchObject({
      ...{ actor: 'cli', kind: 'close-account', accountId: id },
      ...{ before: { status: 'active', creditCzk: '7.5' }, after: { status: 'closed', creditCzk: '0' } },
    });
    expect(JSON.stringify(actions)).not.toContain('anna@');
    expect(await json('audit')).toMatchObject({ ok: true } as never);
  });
});

test('an account that owes is not deleted', async () => {
  await using beside = await startBeside('SQLite');
  const of = '--account eva@example.com';
  await beside.json('account create --email eva@example.com --credit 5');
  await beside.json(`credit refund ${of} --czk 6 --reason chargeback`);

  const refused = await beside.boreal(`account delete ${of} --email eva@example.com`);

  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(await beside.json(`account show ${of}`)).toMatchObject({ status: 'blocked', debtCzk: '1' } as never);
});
