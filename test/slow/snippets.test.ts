/** The requests that the pages offer to copy run as they stand, in every language and form, whole and streamed. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DIALECT_CHOICES } from '../../web/src/dialects.ts';
import { curlSnippet, pythonSnippet, typescriptSnippet } from '../../web/src/snippets.ts';
import { pythonWith } from '../support/python-package.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const LONG_MS = 600_000;
const ANSWER = 'Hello there, friend.';

let service: TestService;
/** Inside the checkout, where the official clients are found. */
let folder: string;
beforeAll(async () => {
  service = await startService();
  service.upstream.play(answerText(ANSWER, { chunks: ['Hello there, ', 'friend.'] }));
  folder = mkdtempSync(resolve(import.meta.dir, '../../node_modules/.cache/boreal-snippets-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

async function run(command: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const child = Bun.spawn([...command], {
    env: { PATH: process.env.PATH ?? '', PYTHONDONTWRITEBYTECODE: '1', BOREAL_API_KEY: service.key, ...more },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, code };
}

const pythonPackages = {
  chat: pythonWith('openai'),
  responses: pythonWith('openai'),
  messages: pythonWith('anthropic'),
};

for (const [dialect, name] of DIALECT_CHOICES) {
  for (const stream of [undefined, true]) {
    const how = stream ? 'streamed' : 'whole';
    const parts = () => ({
      ...{ baseUrl: service.url, model: 'svc-glacier', key: '$BOREAL_API_KEY', dialect },
      ...(stream && { body: { stream } }),
    });

    test.skipIf(!Bun.which('curl'))(
      `${name} with curl, ${how}`,
      async () => {
        const { stdout, code } = await run(['sh', '-c', `${curlSnippet(parts())} --silent --fail-with-body`]);

        expect(code).toBe(0);
        expect(stdout).toContain(stream ? 'Hello there, ' : ANSWER);
      },
      LONG_MS,
    );

    test(
      `${name} in TypeScript, ${how}`,
      async () => {
        const file = join(folder, `${dialect}-${how}.ts`);
        writeFileSync(file, typescriptSnippet(parts()));

        const { stdout, stderr, code } = await run([process.execPath, file]);

        expect(stderr).toBe('');
        expect([stdout.trim(), code]).toEqual([ANSWER, 0]);
      },
      LONG_MS,
    );

    test.skipIf(!pythonPackages[dialect])(
      `${name} in Python, ${how}`,
      async () => {
        const { stdout, stderr, code } = await run(['python3', '-c', pythonSnippet(parts())], pythonPackages[dialect]);

        expect(stderr).toBe('');
        expect([stdout.trim(), code]).toEqual([ANSWER, 0]);
      },
      LONG_MS,
    );
  }
}
