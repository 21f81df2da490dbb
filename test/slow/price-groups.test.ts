/** Price groups by real commands, beside two real servers of one database: both charge a member by the same price. */
import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { emptyPostgres } from '../support/postgres-database.ts';
import { sharedBy } from '../support/postgres-storage.ts';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountBeside, runBoreal, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const LONG_MS = 600_000;
const GROUPS = { partners: { name: 'Partners', percent: '80', models: { 'svc-frost': { output: '7' } } } };
const USAGE = { prompt_tokens: 100, completion_tokens: 10 };

type Receipt = { readonly cost_czk: string; readonly price: { readonly version: string } };

test(
  'a group is applied from a file and joined by command, and every server charges by it',
  async () => {
    const storage = await emptyPostgres();
    const folder = mkdtempSync(join(tmpdir(), 'boreal-groups-'));
    await using closing = new AsyncDisposableStack();
    closing.defer(() => rmSync(folder, { recursive: true, force: true }));
    closing.defer(() => storage.giveBack());
    const upstream = closing.use(await startUpstream());
    upstream.play(answerText('one two', { usage: USAGE }));
    const start = async (name: string) => {
      mkdirSync(join(folder, name), { recursive: true });
      const env = { ...sharedBy(storage), BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };
      return closing.use(await startServiceProcess({ folder: join(folder, name), engineUrl: upstream.url, env }));
    };
    const servers = [await start('one'), await start('other')] as const;
    const [{ env }] = servers;
    const { key, accountId } = await accountBeside(servers[0]);
    writeFileSync(join(folder, 'groups.json'), JSON.stringify({ priceGroups: GROUPS }));
    const run = (...words: string[]) => runBoreal(words, env, folder);

    const applied = await run('apply', 'groups.json', '--yes');
    const again = await run('apply', 'groups.json', '--yes');
    const joined = await run(
      'price-group',
      'join',
      '--account',
      accountId,
      '--group',
      'partners',
      '--reason',
      'contract',
    );
    const wrong = await run(
      'price-group',
      'set',
      '--group',
      'x',
      '--name',
      'X',
      '--percent',
      '1001',
      '--reason',
      'slip',
    );
    for (const server of servers) await until('the server knows it', () => isMember(server, key));
    const receipts = await Promise.all(servers.map((server) => askAt(server, key)));
    const listed = await run('price-group', 'list', '--json');
    const exported = await run('export');

    expect([applied.code, again.stdout.trim()]).toEqual([0, 'Nothing to do.']);
    expect(applied.stdout).toContain('+ priceGroups.partners: name Partners, percent 80');
    expect([joined.code, joined.stdout]).toEqual([0, expect.stringContaining('partners (Partners)')]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--percent must be at most 1000')]);
    // 100 × 5 × 0.8 + 10 × 7 in millionths of CZK.
    const right = { cost_czk: '0.00047', price: { version: 'svc-frost@1~partners@1' } };
    expect(receipts).toMatchObject([right, right]);
    expect(JSON.parse(listed.stdout).groups).toMatchObject([{ id: 'partners', members: 1 }]);
    expect(JSON.parse(exported.stdout).priceGroups).toEqual(GROUPS);
    expect(await run('audit', '--json')).toMatchObject({ code: 0 });
  },
  LONG_MS,
);

const clientOf = ({ url }: ServiceProcess, apiKey: string) => new OpenAI({ baseURL: url, apiKey, maxRetries: 0 });

async function isMember(server: ServiceProcess, key: string): Promise<boolean> {
  const model = (await clientOf(server, key).models.retrieve('svc-frost')) as unknown as { price_group?: string };
  return model.price_group === 'Partners';
}

async function askAt(server: ServiceProcess, key: string): Promise<Receipt> {
  const client = clientOf(server, key);
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  const { id } = await client.chat.completions.create({ model: 'svc-frost', max_tokens: 50, messages });
  return client.get(`/receipts/${id}`);
}
