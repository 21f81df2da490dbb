/** The first start as a person sees it at a terminal, and as programs read it. */
import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { runBoreal, startServiceProcess } from '../support/service-process.ts';

const BOREAL = resolve(import.meta.dir, '../../bin/boreal.mjs');
const END_OF_BANNER = 'Ctrl+C stops it';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-first-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The service at a terminal of its own. */
function startAtTerminal(folder: string, env: Readonly<Record<string, string>>) {
  let seen = '';
  const child = Bun.spawn(['node', BOREAL, 'serve'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, TERM: 'xterm', ...env },
    terminal: {
      cols: 200,
      rows: 50,
      data: (_, bytes) => {
        seen += new TextDecoder().decode(bytes);
      },
    },
  });
  return {
    child,
    text: () => seen.replaceAll('\r\n', '\n'),
    lines: () => seen.split('\r\n'),
    type: (keys: string) => child.terminal!.write(keys),
  };
}

test('at a terminal a person reads where it is, how to become the operator and what to do next, and all of it works', async () => {
  await using upstream = await startUpstream();
  upstream.play(answerText('Hello, too', { usage: { prompt_tokens: 5, completion_tokens: 2 } }));
  const folder = newFolder();
  const port = String(await freePort());
  const engine = { kind: 'openai', baseUrl: upstream.url, apiKey: 'x', model: 'test-model', runningUsage: 'none' };
  const env = {
    BOREAL_PORT: port,
    BOREAL_DATA_DIR: join(folder, 'data'),
    BOREAL_ENGINES: JSON.stringify({ main: engine }),
  };
  const terminal = startAtTerminal(folder, env);
  await until('the banner is there', () => terminal.text().includes(END_OF_BANNER));

  const banner = terminal.text();
  const run = async (name: string) => {
    const line = terminal.lines().find((one) => one.includes(`npx boreal ${name}`))!;
    return runBoreal([...line.trim().split(' ').slice(2), '--json'], env, folder);
  };
  const made = await run('account create');
  const { secret } = JSON.parse((await run('key create')).stdout) as { secret: string };
  const [, url] = /curl (\S+)/.exec(banner)!;
  const [, body] = /-d '(.+)'/.exec(banner)!;
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const answer = await fetch(url!, { method: 'POST', headers, body: body! });
  const [, link] = /^ {2}(http\S+invitation=\S+)$/m.exec(banner)!;
  const page = await fetch(link!);
  terminal.type('\x03');
  const code = await terminal.child.exited;

  expect(banner).toContain(`is running: open http://localhost:${port}\n`);
  expect(banner).toContain('Open this link once, and you become the operator:');
  expect(banner.match(/invitation=/g)).toHaveLength(1);
  expect(terminal.lines().filter((line) => line.startsWith('{'))).toEqual([]);
  expect(terminal.lines().filter((line) => line.includes('database schema'))).toHaveLength(1);
  expect(made.code).toBe(0);
  expect([answer.status, page.status]).toEqual([200, 200]);
  expect(code).toBe(0);
  expect(terminal.lines().findLast((line) => line !== '')).toEndWith('stopped');
});

test('without a terminal every line is JSON for programs, and there is no banner', async () => {
  await using service = await startServiceProcess();
  await service.hasLogged('there is no operator yet: open this link once to become the operator');

  const lines = service.stdout().trimEnd().split('\n');
  expect(lines.map((line) => typeof JSON.parse(line))).toEqual(lines.map(() => 'object'));
  expect(service.stdout()).not.toContain(END_OF_BANNER);
});

describe('what is wrong is told first', () => {
  test('a port in use, by which process and what to set, before anything is made', async () => {
    const folder = newFolder();
    const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });

    const env = { BOREAL_PORT: String(other.port), BOREAL_DATA_DIR: join(folder, 'data') };
    const ran = await runBoreal(['serve'], env, folder);
    await other.stop(true);

    expect([ran.code, ran.stdout]).toEqual([1, '']);
    expect(ran.stderr).toBe(
      `boreal: Port ${env.BOREAL_PORT} of 127.0.0.1 is in use by process ${process.pid} (bun): stop it, or set BOREAL_PORT to another one.\n`,
    );
    expect(existsSync(env.BOREAL_DATA_DIR)).toBe(false);
  });

  test('a mistake in the configuration file, with its line and column', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'boreal.config.json'), '{\n  "port": 8787\n  "host": "127.0.0.1"\n}\n');

    const ran = await runBoreal(['serve'], {}, folder);

    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('boreal.config.json is not valid JSON: line 3, column 3 should have a comma or }.');
  });
});
