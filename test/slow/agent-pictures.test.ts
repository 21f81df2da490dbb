/**
 * Agents that have looked at a picture can go on: the model reads a note in its place, now and in every later turn.
 * With `BOREAL_TEST_RECORD=1` what they sent is written to `test/fixtures/agents`.
 */
import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Place } from '../../web/src/features/quick-start/recipe.ts';
import { RECIPES } from '../../web/src/features/quick-start/tools.ts';
import { BOREAL, modelView } from '../../web/src/model-view.fixture.ts';
import { npmCommand } from '../support/npm-command.ts';
import { record } from '../support/recorded-agents.ts';
import { startRecordingFront } from '../support/recording-front.ts';
import { answerText, answerToolCalls, inTurn } from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';

const LONG_MS = 600_000;
const NOTE = '[image omitted: this model reads text only]';
/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const QUESTION = 'What is in shot.png?';
const NEXT_QUESTION = 'And what colour is it?';

type Turn = { readonly folder: string; readonly home: string; readonly key: string; readonly url: string };
type Command = { readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>> };

type Looker = {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly command: string;
  readonly id: 'claude-code' | 'codex';
  readonly look: (path: string) => { readonly name: string; readonly arguments: object };
  /** How it is asked the first time, and how it goes on. */
  readonly first: (command: string, turn: Turn) => Command;
  readonly next: (command: string, turn: Turn) => Command;
};

const recipe = (id: string, url: string): string => {
  const { write } = RECIPES.find((one) => one.id === id) as { write(place: Place): string };
  return write({ baseUrl: url, model: modelView({ id: 'svc-glacier', maxOutputTokens: 8192 }), service: BOREAL });
};

function claude(command: string, { url }: Turn, flags: readonly string[]): Command {
  const lines = recipe('claude-code', url).replace(/claude$/, 'exec claude "$@"');
  return {
    args: ['sh', '-c', lines, 'sh', ...flags, '--output-format', 'text'],
    env: {
      PATH: `${dirname(command)}:${process.env.PATH}`,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  };
}

function codex(command: string, { home, url }: Turn, flags: readonly string[]): Command {
  mkdirSync(join(home, '.codex'), { recursive: true });
  writeFileSync(join(home, '.codex/config.toml'), recipe('codex', url));
  return { args: [command, 'exec', ...flags] };
}

const CODEX_FLAGS = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];

const LOOKERS: readonly Looker[] = [
  {
    ...{ name: 'Claude Code', package: '@anthropic-ai/claude-code', version: '2.1.325', command: 'claude' },
    id: 'claude-code',
    look: (file_path) => ({ name: 'Read', arguments: { file_path } }),
    first: (command, turn) => claude(command, turn, ['-p', QUESTION]),
    next: (command, turn) => claude(command, turn, ['--continue', '-p', NEXT_QUESTION]),
  },
  {
    ...{ name: 'Codex', package: '@openai/codex', version: '0.166.0', command: 'codex' },
    id: 'codex',
    look: (path) => ({ name: 'view_image', arguments: { path } }),
    first: (command, turn) => codex(command, turn, [...CODEX_FLAGS, QUESTION]),
    next: (command, turn) => codex(command, turn, ['resume', '--last', ...CODEX_FLAGS, NEXT_QUESTION]),
  },
];

async function run({ args, env }: Command, { folder, home, key }: Turn): Promise<{ code: number; said: string }> {
  const child = Bun.spawn([...args], {
    cwd: folder,
    env: { PATH: process.env.PATH!, HOME: home, BOREAL_API_KEY: key, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: LONG_MS,
  });
  const [said, noise, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, said: `${said}\n${noise}` };
}

const INSTALLED = LOOKERS.flatMap((looker) => {
  const command = npmCommand({ ...looker, name: looker.package });
  if (command) return [{ looker, command }];
  console.log(`LEFT OUT: ${looker.name} is not installed, and npm has none that runs on this machine.`);
  return [];
});

type Asked = { readonly messages: readonly { readonly role: string; readonly content: string }[] };

test.each(INSTALLED)(
  '$looker.name looks at a picture, reads a note in its place, and goes on in a later turn',
  async ({ looker, command }) => {
    const folder = mkdtempSync(join(tmpdir(), 'boreal-picture-'));
    const home = join(folder, '.home');
    const picture = join(folder, 'shot.png');
    mkdirSync(home);
    writeFileSync(picture, Buffer.from(PNG, 'base64'));
    await using service = await startService();
    using front = startRecordingFront(service);
    const turn = { folder, home, key: service.key, url: front.url };
    const look = answerToolCalls([{ id: 'call_1', ...looker.look(picture) }]);
    service.upstream.play(inTurn(look, answerText('It is one pixel.'), answerText('It has no colour.')));

    const first = await run(looker.first(command, turn), turn);
    const next = await run(looker.next(command, turn), turn);

    expect(front.exchanges.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(first).toMatchObject({ code: 0, said: expect.stringContaining('It is one pixel.') });
    expect(next).toMatchObject({ code: 0, said: expect.stringContaining('It has no colour.') });
    const [, afterLook, later] = front.exchanges;
    expect(JSON.stringify(afterLook!.body)).toContain(PNG);
    expect(JSON.stringify(later!.body)).toContain(PNG);
    const [, ...asked] = service.upstream.requests.map(({ body }) => body as Asked);
    const results = asked.map(({ messages }) => messages.filter(({ role }) => role === 'tool'));
    expect(results).toMatchObject([[{ content: NOTE }], [{ content: NOTE }]]);
    expect(JSON.stringify(asked)).not.toContain(PNG);
    if (process.env.BOREAL_TEST_RECORD)
      record(looker.id, folder, { 'the picture': afterLook!, 'a later turn': later! });
    rmSync(folder, { recursive: true, force: true });
  },
  LONG_MS,
);
