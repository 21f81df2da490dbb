/** A database that is far away, or does not answer for a while, does not keep a customer waiting whose account is warm. */
import { expect, test } from 'bun:test';
import { audit } from '../../src/ledger/audit/audit.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { SHARED_SECRET } from '../support/ledger-key.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
import { accountBeside, startServiceProcess } from '../support/service-process.ts';

const CHAT = { messages: [{ role: 'user', content: 'hi' }], max_tokens: 10, stream: true };
const WARMING_CHATS = 4;
/** Keys are looked up every second, and an account rests after one: just then the database is waited for. So it is tried again. */
const TRIES = 10;
const TRY_MS = 3000;

test('on a warm account the engine is asked and the answer begins without a word from the database', async () => {
  const storage = await emptyPostgres();
  const address = new URL(storage.url);
  await using network = await startFaultProxy({ to: { hostname: address.hostname, port: Number(address.port) } });
  address.port = String(network.port);
  await using upstream = await startUpstream();
  upstream.play(answerText('far away'));
  const env = {
    BOREAL_DATABASE_URL: address.href,
    BOREAL_SECRET: SHARED_SECRET,
  };
  await using service = await startServiceProcess({ engineUrl: upstream.url, env });
  const { key, accountId } = await accountBeside(service);
  const ask = (signal?: AbortSignal) =>
    fetch(`${service.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(CHAT),
      ...(signal && { signal }),
    });

  let begun: { first: string; rest: string } | undefined;
  for (let tries = 0; tries < TRIES && !begun; tries += 1) {
    for (let n = 0; n < WARMING_CHATS; n += 1) expect(await (await ask()).text()).toEndWith('data: [DONE]\n\n');
    network.faults.set({ down: { stall: true } });
    begun = await ask(AbortSignal.timeout(TRY_MS)).then(
      async (response) => {
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
        const first = (await reader.read()).value ?? '';
        network.clear();
        let rest = '';
        for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
        return { first, rest };
      },
      () => undefined,
    );
    network.clear();
  }

  expect(begun?.first).toContain('"content":"far');
  expect(begun?.rest).toEndWith('data: [DONE]\n\n');
  const settled = await storage.db.sql.all(
    'SELECT id FROM requests WHERE account_id = ? AND seq IS NOT NULL',
    accountId,
  );
  expect(settled.length).toBe(upstream.requests.length);
  expect((await audit(storage.db, Date.now())).problems).toEqual([]);
  await service[Symbol.asyncDispose]();
  await network.stop();
  await storage.giveBack();
}, 600_000);
