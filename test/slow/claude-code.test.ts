/** Claude Code, set up as the quick start says, does a whole small task against a scripted engine. */
import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Place } from '../../web/src/features/quick-start/recipe.ts';
import { RECIPES } from '../../web/src/features/quick-start/tools.ts';
import { BOREAL, modelView } from '../../web/src/model-view.fixture.ts';
import { paid } from '../contract/client.fixture.ts';
import { npmCommand } from '../support/npm-command.ts';
import { answerText, answerToolCalls, inTurn } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const LONG_MS = 600_000;
const RECIPE = RECIPES.find(({ id }) => id === 'claude-code') as { write(place: Place): string };
const CONTEXT_TOKENS = 60_000;
const USAGE = { usage: { prompt_tokens: 9000, completion_tokens: 50 } };

const claude = npmCommand({ name: '@anthropic-ai/claude-code', version: '2.1.325', command: 'claude' });
if (!claude)
  console.log('LEFT OUT: Claude Code is not installed, and npm, from which it would come, cannot be reached.');

/** The lines of the quick start, of which the last one starts it, here without a terminal. */
function quickStart(service: TestService): string {
  const model = modelView({ id: 'svc-glacier', maxOutputTokens: 8192, contextTokens: CONTEXT_TOKENS });
  const lines = RECIPE.write({ baseUrl: service.url, model, service: BOREAL }).split('\n');
  expect(lines.pop()).toBe('claude');
  return [...lines, 'exec claude "$@"'].join('\n');
}

const example = () => readFileSync(resolve(import.meta.dir, '../../examples/agents/claude-code.sh'), 'utf8');

type Run = {
  readonly service: TestService;
  readonly folder: string;
  readonly lines: string;
  readonly flags: readonly string[];
};

async function runClaude({ service, folder, lines, flags }: Run) {
  const home = join(folder, '.home');
  mkdirSync(home);
  const child = Bun.spawn(['sh', '-c', lines, 'sh', ...flags], {
    cwd: folder,
    env: {
      ...{ PATH: `${dirname(claude!)}:${process.env.PATH}`, HOME: home },
      ...{ BOREAL_BASE_URL: service.url, BOREAL_API_KEY: service.key },
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    },
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
  return { code, said, noise };
}

type AskedEngine = { messages: { role: string; content: string }[]; max_tokens: number; tools: unknown[] };

const SET_UPS = [
  ['as the quick start says', quickStart],
  ['by the example', example],
] as const;

test.skipIf(claude === undefined).each(SET_UPS)(
  'Claude Code, set up %s, reads a file, mends it and says so, and each of its requests is paid',
  async (_, linesFor) => {
    const folder = mkdtempSync(join(tmpdir(), 'boreal-claude-'));
    const file_path = join(folder, 'greeting.txt');
    await using service = await startService();
    writeFileSync(file_path, 'helo world\n');
    const step = (id: string, name: string, input: object) => answerToolCalls([{ id, name, arguments: input }], USAGE);
    service.upstream.play(
      inTurn(
        step('call_1', 'Read', { file_path }),
        step('call_2', 'Edit', { file_path, old_string: 'helo', new_string: 'hello' }),
        answerText('I have mended the typo.', USAGE),
      ),
    );

    const flags = ['-p', 'greeting.txt has a typo. Mend it.', '--permission-mode', 'acceptEdits'];
    const { code, said, noise } = await runClaude({ service, folder, lines: linesFor(service), flags });

    expect(`${said}\n${noise}`).toContain('I have mended the typo.');
    expect(code).toBe(0);
    expect(readFileSync(file_path, 'utf8')).toBe('hello world\n');
    expect(service.upstream.requests).toHaveLength(3);
    const { messages, max_tokens, tools } = service.upstream.requests.at(-1)!.body as AskedEngine;
    const results = messages.filter(({ role }) => role === 'tool');
    expect(results[0]!.content).toContain('helo world');
    expect(results).toHaveLength(2);
    expect(max_tokens).toBe(8192);
    expect(tools.length).toBeGreaterThan(5);
    const { spent, held } = await paid(service);
    // 27,000 tokens of input at 25 CZK and 150 of output at 100 CZK a million.
    expect([spent, held]).toEqual([690_000_000n, 0n]);
    rmSync(folder, { recursive: true, force: true });
  },
  LONG_MS,
);

test.skipIf(claude === undefined)(
  'Claude Code knows how much fits into a chat with the model, and does not take it for a million tokens',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'boreal-claude-'));
    await using service = await startService();
    service.upstream.play(answerText('Hello.', USAGE));

    const flags = ['-p', 'Hello', '--output-format', 'json'];
    const { said } = await runClaude({ service, folder, lines: quickStart(service), flags });

    expect(JSON.parse(said).modelUsage).toMatchObject({ 'svc-glacier': { contextWindow: CONTEXT_TOKENS } });
    rmSync(folder, { recursive: true, force: true });
  },
  LONG_MS,
);
