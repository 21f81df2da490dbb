/**
 * `npm run bench -- forms [--rounds 7] [--answers 5]`
 *
 * How much slower an answer of the embedded engine is while another account sends forms that mean much work, on three
 * connections, as fast as the published limits let it and in other bytes each time. Both are measured in turns, so that a busy moment of the
 * machine falls on both; figures are medians. Ends by itself; loopback only.
 */
import { HOSTILE_SCHEMAS } from '../test/support/hostile-schemas.ts';
import { startService, type TestService, until } from '../test/support/service.ts';
import { medianOf, printTable, show } from './support/figures.ts';
import { readArguments } from './support/options.ts';

const { values: options } = readArguments({
  options: { rounds: { type: 'string', default: '7' }, answers: { type: 'string', default: '5' } },
});
const CONNECTIONS = 3;
const QUESTION = { model: 'svc-glacier', messages: [{ role: 'user', content: 'How do I use Boreal from Python?' }] };
/** The bar: at most so many times as slow. */
const BAR = 2;

/** Written before, so that writing them takes no time from the service. */
const ATTACKS = Object.values(HOSTILE_SCHEMAS).map((schema) => {
  const format = { type: 'json_schema', json_schema: { name: 'form', schema } };
  return JSON.stringify({ ...QUESTION, max_tokens: 12, response_format: format }).replace(
    '"schema":{',
    '"schema":{"title":"#",',
  );
});

await using service = await startService({ embedded: { slots: 6 } });
await until('the engine is ready', async () => (await fetch(service.url.replace('/v1', '/readyz'))).status === 200);
const { secret } = await service.newKey({ accountId: await service.newAccount() });
const alone: number[] = [];
const beside: number[] = [];
const statuses = new Map<number, number>();
await measure(service, []);
for (let round = 0; round < Number(options.rounds); round++) {
  await measure(service, alone);
  await besideAttack(() => measure(service, beside));
}
report();
process.exit(0);

async function measure(one: TestService, into: number[]): Promise<void> {
  for (let each = 0; each < Number(options.answers); each++) {
    const beganMs = performance.now();
    await (await one.post({ ...QUESTION, max_tokens: 32 })).text();
    into.push(performance.now() - beganMs);
  }
}

async function besideAttack(work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const connections = Array.from({ length: CONNECTIONS }, async (_, first) => {
    for (let next = first; !isOver; next++) {
      const body = ATTACKS[next % ATTACKS.length]!.replace('"#"', `"${Math.random()}"`);
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
      const answer = await fetch(`${service.url}/chat/completions`, { method: 'POST', headers, body });
      await answer.text();
      // A client that is refused for its rate and does not wait gets no further, and costs no engine anything.
      if (answer.status === 429) await Bun.sleep(Math.min(1000, Number(answer.headers.get('retry-after-ms') ?? 1000)));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  });
  await work();
  isOver = true;
  await Promise.all(connections);
}

function report(): void {
  const times = medianOf(beside) / medianOf(alone);
  printTable(
    ['answer of 32 tokens', 'median'],
    [
      ['alone', `${show(medianOf(alone))} ms`],
      ['beside the attack', `${show(medianOf(beside))} ms`],
      ['times as slow', `${show(times, 1)} (${times <= BAR ? 'met' : 'missed'}: at most ${BAR})`],
    ],
  );
  console.log(`Answers to the attack, by status: ${JSON.stringify(Object.fromEntries(statuses))}`);
}
