/** `boreal prove` as an operator runs it: its words, its codes, over TLS, and with the limit used up. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { AUTHORITY, HERE } from '../../src/engines/upstream/http-client-tls.fixture.ts';
import { COMPLIANT } from '../contract/prove.fixture.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Environment, runBoreal } from '../support/service-process.ts';

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-prove-'));
  service = await startService();
  service.upstream.play(COMPLIANT);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const prove = (words: readonly string[], env: Environment = {}) => runBoreal(['prove', ...words], env, folder);
const freshKey = async () => (await service.newKey()).secret;

type Printed = { readonly ok: boolean; readonly results: readonly { readonly id: string; readonly outcome: string }[] };
const failedIn = ({ results }: Printed) => results.filter(({ outcome }) => outcome === 'failed');

test.each([
  [['--base', 'http://127.0.0.1:1'], '--key is missing; it may also be in BOREAL_PROVE_KEY.'],
  [['--key', 'sk'], '--base is missing.'],
  [
    ['--key', 'sk', '--base', 'chat.example.com'],
    '--base is "chat.example.com"; write it as https://chat.example.com/v1.',
  ],
  [['--key', 'sk', '--base', 'http://h', '--only', 'mony'], '--only: there is no check or group "mony".'],
  [['--key', 'sk', '--base', 'http://h', '--budget', 'much'], '--budget: "much" is not an amount in CZK'],
  [['--key', 'sk', '--base', 'http://h', '--exhausted'], 'There is no option --exhausted: did you mean --exhaust?'],
])(
  'wrong words end with 2: %j',
  async (words, sentence) => {
    const ran = await prove(words);

    expect(ran.stderr).toContain(`boreal: ${sentence}`);
    expect(ran.code).toBe(2);
  },
  600_000,
);

// Side by side: one of them waits a minute for its limit, and each has a key of its own.
test.concurrent('it says first what it may cost, then what it saw, and ends with 0', async () => {
  const ran = await prove(['--base', new URL(service.url).origin], { BOREAL_PROVE_KEY: await freshKey() });

  expect(ran.stderr).toMatch(/^This takes up to 0\.\d+ CZK with svc-glacier, of a budget of 1 CZK\.\n$/);
  expect(ran.stdout).toMatch(/\nok {3}cost: 0\.\d+ CZK = 0\.\d+ CZK at the price of the receipt\n/);
  expect(ran.stdout).toMatch(/\n\d+ passed, 0 failed, 3 not run; 0\.\d+ CZK spent\.\n$/);
  expect(ran.code).toBe(0);
});

test.concurrent('a proof that fails ends with 1 and says so in JSON too', async () => {
  const ran = await prove(['--base', service.url, '--key', 'sk-wrong', '--json']);

  const printed = JSON.parse(ran.stdout) as Printed;
  expect(printed.ok).toBe(false);
  expect(failedIn(printed)).toMatchObject([{ id: 'first-answer' }]);
  expect(ran.code).toBe(1);
});

test.concurrent('an installation behind TLS is proved over TLS, by name', async () => {
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, AUTHORITY);
  const front = createServer({ ...HERE, ALPNProtocols: ['http/1.1'] }, (socket) => {
    const real = connect({ port: service.port, host: '127.0.0.1' });
    socket.on('error', () => real.destroy());
    real.on('error', () => socket.destroy());
    socket.pipe(real).pipe(socket);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  const ran = await prove(['--base', `https://localhost:${port}/v1/`, '--key', await freshKey(), '--json'], {
    NODE_EXTRA_CA_CERTS: authority,
  });
  front.close();

  expect(failedIn(JSON.parse(ran.stdout) as Printed)).toEqual([]);
  expect(ran.code).toBe(0);
});

test.concurrent('with leave to use up the limit, the limit is proved to be kept and to end', async () => {
  const ran = await prove(['--base', service.url, '--key', await freshKey(), '--only', 'limits', '--exhaust']);

  expect(ran.stdout).toMatch(/\nok {3}limit-kept: 429 after \d+ requests, admitted again after \d+ ms\n/);
  expect(ran.code).toBe(0);
});
