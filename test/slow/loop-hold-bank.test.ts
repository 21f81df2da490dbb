/** A bank statement of 50,000 lines, imported over HTTP. Measured as in `loop-hold.test.ts`. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { BANK } from '../payments/payments.fixture.ts';
import { type ProbedService, startProbedService, TURN_MS_MAX } from '../support/loop-turns.ts';
import { PASSWORD, pageClient } from '../support/page-client.ts';
import { runBoreal } from '../support/service-process.ts';

/** Nearly as much as a file may have. */
const LINES = 50_000;
const OPERATOR = 'op@example.com';

let service: ProbedService;
let token: string;
beforeAll(async () => {
  service = await startProbedService({ BOREAL_PAYMENTS: JSON.stringify({ bank: BANK }) });
  const { dataDir, port } = service.process;
  const json = async (words: string) => {
    const ran = await runBoreal([...words.split(' '), '--json'], { BOREAL_DATA_DIR: dataDir });
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    return JSON.parse(ran.stdout) as Readonly<Record<string, string>>;
  };
  const { link } = await json(`invite create --email ${OPERATOR} --role operator`);
  const invitation = new URL(link!).searchParams.get('invitation');
  const page = pageClient({ port });
  await page.post('/api/auth/sign-up/email', { name: 'Op', email: OPERATOR, password: PASSWORD, invitation });
  await page.post('/api/auth/sign-in/email', { email: OPERATOR, password: PASSWORD });
  await page.get('/api/me');
  token = (await json(`token create --operator ${OPERATOR} --scopes bank:write`)).secret!;
});
afterAll(() => service[Symbol.asyncDispose]());

/** Each of another day, so that nothing of it is known. */
function statement(n: number): string {
  const day = `2026-10-${String(n + 1).padStart(2, '0')}`;
  const rows = Array.from({ length: LINES }, (_, at) => `${day},${100 + (at % 7)},CZK,${9_000_000 + at},Payer ${at}`);
  const base64 = Buffer.from(`date,amount,currency,variable symbol,name\n${rows.join('\n')}\n`).toString('base64');
  return JSON.stringify({ id: `the-import-number-${n}`, name: `${day}.csv`, base64 });
}

test('the largest statements do not hold the loop', async () => {
  const turnMs = await service.longestTurnMs(async (n) => {
    const answer = await fetch(new URL('/api/operator/bank/statements', service.process.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: statement(n),
    });
    expect(await answer.json()).toMatchObject({ movements: LINES, added: LINES, unmatched: LINES });
  });

  expect(turnMs).toBeLessThan(TURN_MS_MAX);
}, 600_000);
