/**
 * `npm run test:image`: builds the image and uses it. It runs as its own user on a root that cannot be written; an account and a
 * key are made in it, the official client gets an answer, and the order to stop waits for an answer that runs.
 * `npm run test:image -- --check` only says whether this machine can do so.
 */
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { installDevPackages } from './dev-packages.mjs';
import { openWorkshop, whatIsMissing } from './image/build.mjs';
import { startContainer } from './image/container.mjs';
import { startHeldEngine } from './image/held-engine.mjs';

const IMAGE = 'boreal:test';
const MEGABYTES_MAX = 450;
const WAIT_MS_MAX = 120_000;
const POLL_MS = 200;
const QUESTION = [{ role: 'user', content: 'What is the capital of France?' }];
const STOPPING = 'stopping: running answers may finish';

const given = process.argv.slice(2);
const unknown = given.find((argument) => argument !== '--check');
const missing = whatIsMissing();
if (unknown !== undefined) {
  console.error(`${unknown} is not an option; the one that there is: --check`);
  process.exitCode = 2;
} else if (missing !== undefined) {
  console.error(missing);
  process.exitCode = 1;
} else if (given.length === 0) {
  installDevPackages();
  process.exitCode = (await testImage()) ? 0 : 1;
}

async function testImage() {
  const workshop = openWorkshop();
  let container;
  let engine;
  try {
    step('base', () => workshop.makeBases());
    step('image', () => workshop.buildImage(IMAGE));
    const unpacked = workshop.unpack(IMAGE);
    expectSmall(unpacked.root);
    const port = await freePort();
    engine = await startHeldEngine();
    const env = {
      BOREAL_HOST: '127.0.0.1',
      BOREAL_PORT: String(port),
      BOREAL_ENGINES: JSON.stringify({ held: { kind: 'openai', baseUrl: engine.url, model: 'held' } }),
      // The others are answered by the built-in model.
      BOREAL_MODELS: JSON.stringify({ 'svc-frost': { engine: 'held' } }),
    };
    container = startContainer({ ...unpacked, folder: workshop.folder, env });
    const client = await becomeCustomer(container, `http://127.0.0.1:${port}`);
    await ask(client);
    await stopWhileAsking(client, container, engine);
    console.log('1 passed, 0 failed');
    return true;
  } catch (error) {
    console.error(error.message);
    console.error(container?.log() ?? '');
    console.log('0 passed, 1 failed');
    return false;
  } finally {
    engine?.close();
    await container?.remove();
    workshop.remove();
  }
}

function step(name, work) {
  const startedAtMs = performance.now();
  work();
  console.log(`ok   ${name} (${((performance.now() - startedAtMs) / 1000).toFixed(0)} s)`);
}

function expectSmall(root) {
  const megabytes = Number(spawnSync('du', ['-sm', root], { encoding: 'utf8' }).stdout.split('\t')[0]);
  expect(megabytes <= MEGABYTES_MAX, `the image has ${megabytes} MB, of ${MEGABYTES_MAX} at most`);
}

async function becomeCustomer(container, url) {
  await until('the server becomes ready', () => isOk(`${url}/readyz`), container);
  expect(container.exec('id', '-u').stdout.trim() === '10001', 'it runs as user 10001');
  expect(container.exec('cat', '/proc/1/comm').stdout.trim() === 'bun', 'the server is process 1');
  expect(container.exec('touch', '/app/written').status !== 0, 'its root cannot be written');
  expect(await isOk(`${url}/sign-in`), 'the pages are there');

  succeed(container.exec('boreal', 'account', 'create', '--email', 'you@example.com', '--credit', '100'));
  const made = succeed(container.exec('boreal', 'key', 'create', '--account', 'you@example.com'));
  const { default: OpenAI } = await import('openai');
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: /sk-boreal-\S+/.exec(made)[0], maxRetries: 0 });
}

async function ask(client) {
  const { choices, usage } = await client.chat.completions.create({ model: 'svc-glacier', messages: QUESTION });
  expect(/Paris/.test(choices[0].message.content), `the official client reads: ${choices[0].message.content}`);
  expect(Number(usage.cost_czk) > 0, `it costs ${usage.cost_czk} CZK`);
}

async function stopWhileAsking(client, container, engine) {
  const chunks = await client.chat.completions.create({ model: 'svc-frost', messages: QUESTION, stream: true });
  container.stop();
  await until('the server gets the order to stop', () => container.log().includes(STOPPING), container);
  engine.release();
  let end = null;
  for await (const { choices } of chunks) end = choices[0]?.finish_reason ?? end;
  expect(end === 'stop', 'an answer that runs meanwhile comes to its end');
  const code = await container.ended;
  expect(code === 0, `the server then ends with code ${code}`);
}

async function until(what, isTrue, container) {
  const deadlineMs = performance.now() + WAIT_MS_MAX;
  while (!(await isTrue())) {
    const mayWait = container.isRunning() && performance.now() < deadlineMs;
    if (!mayWait) throw new Error(`FAIL ${what}`);
    await pause(POLL_MS);
  }
  console.log(`ok   ${what}`);
}

function isOk(url) {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

function succeed({ status, stdout, stderr }) {
  if (status !== 0) throw new Error(`FAIL a command in the container: ${stderr}`);
  return stdout;
}

function expect(isTrue, what) {
  if (!isTrue) throw new Error(`FAIL ${what}`);
  console.log(`ok   ${what}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
