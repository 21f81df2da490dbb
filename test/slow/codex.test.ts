/** Codex, set up as the documents say, does a whole small task against a scripted engine: it looks, edits and reports. */
import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Place } from '../../web/src/features/quick-start/recipe.ts';
import { RECIPES } from '../../web/src/features/quick-start/tools.ts';
import { BOREAL, modelView } from '../../web/src/model-view.fixture.ts';
import { paid } from '../contract/client.fixture.ts';
import { npmCommand } from '../support/npm-command.ts';
import { answerText, answerToolCalls, inTurn } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const LONG_MS = 600_000;
const DOCUMENT = resolve(import.meta.dir, '../../docs/reference/responses.md');
const RECIPE = RECIPES.find(({ id }) => id === 'codex') as { write(place: Place): string };
const USAGE = { usage: { prompt_tokens: 9000, completion_tokens: 50 } };

const codex = npmCommand({ name: '@openai/codex', version: '0.166.0', command: 'codex' });
if (!codex) console.log('LEFT OUT: Codex is not installed, and npm, from which it would come, cannot be reached.');

/** The configuration of the quick start, which is that of the documents, with the address of this service. */
function configFor(service: TestService): string {
  const model = modelView({ id: 'svc-glacier', contextTokens: null });
  expect(RECIPE.write({ baseUrl: 'http://127.0.0.1:8787/v1', model, service: BOREAL })).toBe(documented());
  return RECIPE.write({ baseUrl: service.url, model, service: BOREAL });
}

function documented(): string {
  const [, written] = /```toml\n(.+?)```/s.exec(readFileSync(DOCUMENT, 'utf8'))!;
  return written!.trimEnd();
}

async function runCodex(service: TestService, folder: string): Promise<{ code: number; said: string }> {
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'config.toml'), configFor(service));
  const task = 'greeting.txt has a typo. Mend it.';
  const flags = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '--cd', folder];
  const child = Bun.spawn([codex!, 'exec', ...flags, task], {
    env: { PATH: process.env.PATH ?? '', HOME: home, CODEX_HOME: home, BOREAL_API_KEY: service.key },
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

/** The earlier steps that the engine was given. */
const toolMessages = (service: TestService) =>
  (service.upstream.requests.at(-1)!.body as { messages: { role: string; content: string }[] }).messages.filter(
    ({ role }) => role === 'tool',
  );

test.skipIf(codex === undefined)(
  'Codex reads a file, mends it and says so; each of its requests is paid, and nothing is kept of them',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'boreal-codex-'));
    await using service = await startService();
    writeFileSync(join(folder, 'greeting.txt'), 'helo world\n');
    const step = (id: string, cmd: string) =>
      answerToolCalls([{ id, name: 'exec_command', arguments: { cmd } }], USAGE);
    service.upstream.play(
      inTurn(
        step('call_1', 'cat greeting.txt'),
        step('call_2', "printf 'hello world\\n' > greeting.txt"),
        answerText('I have mended the typo.', USAGE),
      ),
    );

    const { code, said } = await runCodex(service, folder);

    expect(said).toContain('I have mended the typo.');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'greeting.txt'), 'utf8')).toBe('hello world\n');
    expect(service.upstream.requests).toHaveLength(3);
    expect(toolMessages(service)[0]!.content).toContain('helo world');
    const { spent, held } = await paid(service);
    // 27,000 tokens of input at 25 CZK and 150 of output at 100 CZK a million.
    expect([spent, held]).toEqual([690_000_000n, 0n]);
    expect(await service.stores.storedResponses.list(service.accountId, null)).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  },
  LONG_MS,
);
