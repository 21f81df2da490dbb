import { afterEach, describe, expect, test } from 'bun:test';
import type { Engine } from '../../core/engine.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { createEmbedded, type EmbeddedEngine } from './embedded.ts';

const NEVER_READY: Engine = {
  open: () => Promise.reject(new Error('It is never ready.')),
  health: async () => ({ ok: false, detail: 'It is never ready.' }),
};

type Ending = { readonly reason: string; readonly waitMs: number };

const opened: EmbeddedEngine[] = [];
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.stop();
});

/** Starts a program in the engine's place and gives the reasons for its first ends. */
async function endsOf(script: string, count: number): Promise<readonly Ending[]> {
  const endings: Ending[] = [];
  const enough = Promise.withResolvers<void>();
  const keep = (fields: object): void => {
    endings.push(fields as Ending);
    if (endings.length === count) enough.resolve();
  };
  const engine = createEmbedded(
    { log: { info: () => {}, warn: () => {}, error: keep } },
    { command: () => [process.execPath, '-e', script], connect: () => NEVER_READY },
  );
  opened.push(engine);
  engine.start();
  await enough.promise;
  return endings;
}

describe('an engine that ends before it is ready', () => {
  test('has the same reason each time, however often it ends', async () => {
    const endings = await endsOf('process.exit(1)', 3);

    expect(endings.map(({ reason }) => reason)).toEqual(Array(3).fill('it ended with code 1 before it was ready'));
    expect(endings.map(({ waitMs }) => waitMs)).toEqual([500, 1000, 2000]);
  });

  test('is quoted when it says why', async () => {
    const said = JSON.stringify(JSON.stringify({ type: 'failed', message: 'The file is no model.' }));

    const endings = await endsOf(`console.log(${said}); process.exit(1)`, 2);

    expect(endings.map(({ reason }) => reason)).toEqual(Array(2).fill('it ended with code 1: The file is no model.'));
  });
});

test('an engine gets nothing of our environment but what it needs', async () => {
  process.env.BOREAL_SECRET = 'a secret of the server';
  process.env.AWS_SECRET_ACCESS_KEY = 'a secret of another program';
  try {
    const script = `console.log(JSON.stringify({ type: 'failed', message: Object.keys(process.env).join() })); process.exit(1)`;

    const [ending] = await endsOf(script, 1);

    expect(ending?.reason).toContain('PATH');
    expect(ending?.reason).not.toMatch(/BOREAL_SECRET|AWS_SECRET/);
  } finally {
    delete process.env.BOREAL_SECRET;
    delete process.env.AWS_SECRET_ACCESS_KEY;
  }
});

test('an engine has a home, because what it is made of asks for one when it is loaded', async () => {
  const home = process.env.HOME;
  delete process.env.HOME;
  try {
    const script = `console.log(JSON.stringify({ type: 'failed', message: 'home: ' + process.env.HOME })); process.exit(1)`;

    const [ending] = await endsOf(script, 1);

    expect(ending?.reason).toContain('home: /');
  } finally {
    if (home !== undefined) process.env.HOME = home;
  }
});

test('a request that finds no engine waits for the next one, also where the end of the last is heard of late', async () => {
  // What it has started keeps its output open, so that the last words of the engine are waited for.
  const ready = `console.log(JSON.stringify({ type: 'ready', models: [] }));`;
  const script = `Bun.spawn(['sleep', '5'], { stdout: 'inherit' }); ${ready} setInterval(() => {}, 1000);`;
  const pids: number[] = [];
  const log: Log = {
    info: (fields) => void pids.push((fields as { pid: number }).pid),
    warn: () => {},
    error: () => {},
  };
  const command = () => [process.execPath, '-e', script];
  const engine = createEmbedded({ log }, { command, connect: () => NEVER_READY });
  opened.push(engine);
  const { signal } = new AbortController();
  await engine.whenReady(signal);

  process.kill(pids[0]!, 'SIGKILL');

  expect(await engine.whenBack(signal)).toBe(true);
  expect(pids).toHaveLength(2);
});
