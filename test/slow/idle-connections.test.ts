/**
 * A crowd that connects and asks nothing costs the others nothing: they are answered, memory stays where it was, and the
 * crowd is sent away at its deadline. BOREAL_IDLE_CONNECTIONS=12500 makes it as large as in the documentation.
 */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { gatherCrowd } from '../support/idle-crowd.ts';
import { RawClient } from '../support/raw-client.ts';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const WANTED = Number(process.env.BOREAL_IDLE_CONNECTIONS ?? 2000);
const MEMORY_GROWTH_MAX = 64 * 2 ** 20;
/** The runtime sends silent connections away after some twelve seconds. */
const DEADLINE_MS = 120_000;
const DESCRIPTORS = 200;
const LONG_MS = 600_000;
const GET = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';

const descriptorsOf = ({ pid }: ServiceProcess): number => readdirSync(`/proc/${pid}/fd`).length;

/** As many as are wanted, or as many as this machine lets one process have. */
function possibleConnections(): number {
  const line = readFileSync('/proc/self/limits', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('Max open files'))!;
  const allowed = Number(line.split(' ').filter((word) => word !== '')[4]);
  const possible = Number.isNaN(allowed) ? WANTED : Math.min(WANTED, allowed - 500);
  if (possible < WANTED) console.log(`Only ${possible} of ${WANTED} connections: one process may have ${allowed}.`);
  return possible;
}

test.concurrent(
  'idle and slow connections are sent away at their deadline, and meanwhile cost no client anything',
  async () => {
    await using upstream = await startUpstream();
    upstream.play(answerText('still here'));
    await using service = await startServiceProcess({ engineUrl: upstream.url });
    const { key } = await accountIn(service.dataDir);
    const ask = () => statusOf(service, key);
    await ask();
    const before = { descriptors: descriptorsOf(service), bytes: service.rssBytes() };
    const slow = Math.floor(possibleConnections() / 10);
    const sizes = { silent: slow * 8, 'half-a-line': slow, 'slow-headers': slow };

    using crowd = await gatherCrowd(service.port, sizes);
    await until('all were taken', () => descriptorsOf(service) >= slow * 10, DEADLINE_MS);
    const answers = [];
    for (let left = 10; left > 0; left--) answers.push(await ask());
    const growth = service.rssBytes() - before.bytes;
    if (process.env.BOREAL_IDLE_CONNECTIONS) {
      const perConnection = (growth / crowd.opened).toFixed(0);
      console.log(`${crowd.opened} connections; memory grew by ${growth} bytes, ${perConnection} for each.`);
    }
    await until('the crowd was sent away', () => crowd.closed() === crowd.opened, DEADLINE_MS);

    expect(crowd.opened).toBe(slow * 10);
    expect(answers).toEqual(Array(10).fill(200));
    expect(growth).toBeLessThan(MEMORY_GROWTH_MAX);
    await until('descriptors came back', () => descriptorsOf(service) <= before.descriptors + 2, DEADLINE_MS);
    expect(await ask()).toBe(200);
  },
  LONG_MS,
);

test.concurrent(
  'a server out of descriptors serves who is connected, and the others once the idle ones are sent away',
  async () => {
    await using service = await startServiceProcess({ descriptorsMax: DESCRIPTORS });
    using known = new RawClient(service.port);
    known.send(GET);
    await known.hasText('{"status":"ok"}');

    using crowd = await gatherCrowd(service.port, { silent: DESCRIPTORS + 30, 'half-a-line': 0, 'slow-headers': 0 });
    await until('no descriptor is left', () => descriptorsOf(service) >= DESCRIPTORS, DEADLINE_MS);
    known.send(GET);
    await until('who is connected is served', () => known.text.split('{"status":"ok"}').length === 3);
    const late = await fetch(new URL('/healthz', service.url));

    expect(late.status).toBe(200);
    // They were closed before another could be let in; we may hear of it after the answer.
    await until('the idle ones were sent away', () => crowd.closed() > 0, DEADLINE_MS);
    expect((await fetch(new URL('/healthz', service.url))).status).toBe(200);
  },
  LONG_MS,
);

async function statusOf(service: ServiceProcess, key: string): Promise<number> {
  const response = await fetch(`${service.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Are you there?' }] }),
  });
  await response.arrayBuffer();
  return response.status;
}
