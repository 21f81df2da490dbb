/** The two sides of the engine's bench: the library's bare loop, and the whole service with its engine's process. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { accountIn, type ServiceProcess, startServiceProcess } from '../../test/support/service-process.ts';
import type { EngineBenchSettings, EngineJob, EngineResult, EngineSubject } from './engine-jobs.ts';

export async function startBareEngine(
  settings: EngineBenchSettings,
): Promise<EngineSubject & { readonly stop: () => Promise<void> }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'bare-engine.ts'), JSON.stringify(settings)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const lines = linesOf(child.stdout);
  await lines.next();
  return {
    name: 'bare loop',
    processes: { engine: child.pid },
    run: async (job) => {
      child.stdin.write(`${JSON.stringify(job)}\n`);
      await child.stdin.flush();
      const { value } = await lines.next();
      if (value === undefined) throw new Error('The bare loop has ended.');
      return JSON.parse(value) as EngineResult;
    },
    stop: async () => {
      await child.stdin.end();
      await child.exited;
    },
  };
}

export async function startWholeService(
  settings: EngineBenchSettings,
  folder: string,
): Promise<EngineSubject & { readonly stop: () => Promise<void> }> {
  const { modelPath: model, slots, contextTokens, threads, repeatPenalty, sampling } = settings;
  const service = await startServiceProcess({
    folder,
    env: {
      BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
      BOREAL_EMBEDDED: JSON.stringify({ model, slots, contextTokens, threads, repeatPenalty, ...sampling }),
    },
  });
  // One account alone would get a share of the slots only.
  const keys: string[] = [];
  for (let n = 0; n < ACCOUNTS; n++) keys.push((await accountIn(service.dataDir)).key);
  const ready = await service.hasLogged('embedded engine is ready');
  return {
    name: 'whole service',
    processes: { engine: Number(ready.pid), gateway: service.pid, client: process.pid },
    run: (job) => runThrough(service, keys, job),
    stop: async () => {
      service.signal('SIGTERM');
      await service.exited;
    },
  };
}

const ACCOUNTS = 8;

async function runThrough({ url }: ServiceProcess, keys: readonly string[], job: EngineJob): Promise<EngineResult> {
  const startMs = performance.now();
  const answers = await Promise.all(
    job.prompts.map((prompt, i) =>
      ask({ url, key: keys[i % ACCOUNTS]!, prompt, maxTokens: job.maxTokens, seed: job.seed + i }),
    ),
  );
  const seconds = (performance.now() - startMs) / 1000;
  return {
    seconds,
    promptTokens: answers.reduce((sum, one) => sum + one.promptTokens, 0),
    outputTokens: answers.reduce((sum, one) => sum + one.outputTokens, 0),
    firstMs: answers.map(({ firstAtMs }) => firstAtMs - startMs),
  };
}

type Question = {
  readonly url: string;
  readonly key: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly seed: number;
};

/** Reads a stream as cheaply as it can be read: for when its text began, and for the counts at its end. */
async function ask({ url, key, prompt, maxTokens, seed }: Question) {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'svc-glacier',
      messages: [{ role: 'user', content: prompt }],
      max_tokens: maxTokens,
      seed,
      stream: true,
      stream_options: { include_usage: true },
    }),
  });
  if (response.status !== 200) throw new Error(`Status ${response.status}: ${await response.text()}`);
  const decoder = new TextDecoder();
  let firstAtMs = 0;
  let tail = '';
  for await (const bytes of response.body!) {
    const text = decoder.decode(bytes, { stream: true });
    if (firstAtMs === 0 && text.includes('"content":"') && !text.includes('"content":""'))
      firstAtMs = performance.now();
    tail = (tail + text).slice(-2000);
  }
  const promptTokens = Number(/"prompt_tokens":(\d+)/.exec(tail)?.[1]);
  const outputTokens = Number(/"completion_tokens":(\d+)/.exec(tail)?.[1]);
  if (!tail.includes('[DONE]') || !(outputTokens > 0)) throw new Error(`Not a whole answer: ${tail}`);
  return { promptTokens, outputTokens, firstAtMs: firstAtMs || performance.now() };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const { Readable } = await import('node:stream');
  yield* createInterface({ input: Readable.fromWeb(stream as never) });
}
