/** Coding agents from npm, set up as the quick start says, get an answer from a scripted engine and pay for it. */
import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Place } from '../../web/src/features/quick-start/recipe.ts';
import { RECIPES } from '../../web/src/features/quick-start/tools.ts';
import { BOREAL, modelView } from '../../web/src/model-view.fixture.ts';
import { paid } from '../contract/client.fixture.ts';
import { npmCommand } from '../support/npm-command.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const LONG_MS = 600_000;
const ANSWER = 'The file says hello to the world.';
const USAGE = { usage: { prompt_tokens: 9000, completion_tokens: 50 } };
const QUESTION = 'What does greeting.txt say?';

type Agent = {
  readonly id: 'opencode' | 'qwen-code' | 'kimi-code' | 'continue';
  readonly name: string;
  readonly version: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** The versions that were tried. Each is asked once, without a terminal. */
const AGENTS: readonly Agent[] = [
  {
    ...{ id: 'opencode', name: 'opencode-ai', version: '1.18.33', command: 'opencode', args: ['run', QUESTION] },
    env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
  },
  { id: 'qwen-code', name: '@qwen-code/qwen-code', version: '0.24.4', command: 'qwen', args: [QUESTION] },
  // It needs Node 22.
  { id: 'kimi-code', name: '@moonshot-ai/kimi-code', version: '2.1.0', command: 'kimi', args: ['-p', QUESTION] },
  {
    ...{ id: 'continue', name: '@continuedev/cli', version: '1.5.47', command: 'cn', args: ['-p', QUESTION] },
    env: { CONTINUE_TELEMETRY_ENABLED: '0' },
  },
];

const INSTALLED = AGENTS.map((agent) => ({ agent, command: npmCommand(agent) }));
for (const { agent, command } of INSTALLED)
  if (!command) console.log(`LEFT OUT: ${agent.command} is not installed, and npm has none that runs on this machine.`);

/** Writes the file of the recipe where it says, with the folder of the work as home. */
function setUp(id: Agent['id'], service: TestService, folder: string): void {
  const recipe = RECIPES.find((one) => one.id === id) as { path: string; write(place: Place): string };
  const model = modelView({ id: 'svc-glacier', maxOutputTokens: 8192, contextTokens: 40_000 });
  const file = join(folder, recipe.path.replace('~/', ''));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, recipe.write({ baseUrl: service.url, model, service: BOREAL }));
}

test.each(INSTALLED)(
  '$agent.command answers with the settings of the quick start',
  async ({ agent, command }) => {
    if (!command) return;
    const folder = mkdtempSync(join(tmpdir(), 'boreal-agent-'));
    await using service = await startService();
    service.upstream.play(answerText(ANSWER, USAGE));
    writeFileSync(join(folder, 'greeting.txt'), 'hello world\n');
    setUp(agent.id, service, folder);
    // Continue reads its secrets from a file of its own.
    if (agent.id === 'continue') writeFileSync(join(folder, '.continue/.env'), `BOREAL_API_KEY=${service.key}\n`);

    const child = Bun.spawn([command, ...agent.args], {
      cwd: folder,
      env: { PATH: process.env.PATH!, HOME: folder, BOREAL_API_KEY: service.key, CI: '1', ...agent.env },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: LONG_MS,
    });
    const [said, noise] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);

    expect(`${said}\n${noise}`).toContain(ANSWER);
    expect(await child.exited).toBe(0);
    const { spent, held } = await paid(service);
    expect(spent).toBeGreaterThanOrEqual(230_000_000n);
    expect(held).toBe(0n);
    expect((service.upstream.requests[0]!.body as { max_tokens?: number }).max_tokens ?? 0).toBeLessThanOrEqual(8192);
    rmSync(folder, { recursive: true, force: true });
  },
  LONG_MS,
);
