/** The real service with a probe in it that tells how long one request holds its loop (`turn-probe.ts`). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish, head, type Script, type ScriptedUpstream, sse, sseHead, startUpstream } from './scripted-upstream.ts';
import { accountBeside, type Environment, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** No request may hold the loop for longer. */
export const TURN_MS_MAX = 20;
/** Other load can only add to what is measured, so the least of several tries is the nearest to the truth. */
const TRIES = 5;

export type ProbedService = AsyncDisposable & {
  readonly upstream: ScriptedUpstream;
  readonly process: Pick<ServiceProcess, 'url' | 'port' | 'dataDir'>;
  post(path: string, body: string | ReadableStream, more?: Readonly<Record<string, string>>): Promise<Response>;
  /**
   * The longest turn of the loop meanwhile, in milliseconds: of the first try that is short enough, or the least of all, then
   * as the machine that the limit is meant for would take.
   */
  longestTurnMs(ask: (n: number) => Promise<unknown>): Promise<number>;
};

export async function startProbedService(more: Environment = {}): Promise<ProbedService> {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-turns-'));
  const probe = join(folder, 'probe.sock');
  const upstream = await startUpstream({ requestsMax: 50 });
  const env = {
    BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000',
    BUN_OPTIONS: `--preload=${join(import.meta.dir, 'turn-probe.ts')}`,
    TEST_TURN_PROBE: probe,
    ...more,
  };
  const service = await startServiceProcess({ engineUrl: upstream.url, env });
  const { key } = await accountBeside(service);

  return {
    upstream,
    process: service,
    post(path, body, headers = {}) {
      const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
      return fetch(`${service.url}${path}`, { method: 'POST', headers: all, body });
    },
    async longestTurnMs(ask) {
      let leastMs = Number.POSITIVE_INFINITY;
      for (let n = 0; n < TRIES && leastMs >= TURN_MS_MAX; n++) {
        await fetch('http://probe/begin', { unix: probe });
        await ask(n);
        const turnMs = (await (await fetch('http://probe/end', { unix: probe })).json()) as number;
        leastMs = Math.min(leastMs, turnMs < TURN_MS_MAX ? turnMs : turnMs / slowness());
      }
      return leastMs;
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await upstream.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

const SAMPLE = JSON.stringify(
  Array.from({ length: 20_000 }, (_, n) => ({ token: `other${n}`, logprob: -Math.sqrt(n) })),
);
const SAMPLE_MS = 4;

/**
 * How many times as long as on a quiet machine of today the same work takes now. Processor time grows with what the
 * neighbours of a shared machine do to its caches and its clock; 1 at least, so no quick machine makes the limit wider.
 */
function slowness(): number {
  const takenMs = Array.from({ length: 9 }, () => {
    const before = process.cpuUsage();
    JSON.stringify(JSON.parse(SAMPLE));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.max(1, Math.min(...takenMs) / SAMPLE_MS);
}

const OTHERS = Array.from({ length: 20 }, (_, n) => n);

/** Numbers that differ each time, so that they do not become small where they are compressed. */
const othersOf = (token: number) =>
  OTHERS.map((n) => ({ token: `other${n}`, logprob: -Math.sqrt(1 + token * 20 + n), bytes: [111, 116, 104] }));

/**
 * An answer with its logprobs and those of 20 others, each token in an event of its own where a stream was asked for. It is
 * written once, and then only sent.
 */
export function answerLogprobs(count: number): Script {
  const tokens = Array.from({ length: count }, (_, n) => ({
    token: `w${n} `,
    logprob: -0.1,
    bytes: [119],
    top_logprobs: othersOf(n),
  }));
  const usage = { prompt_tokens: 9, completion_tokens: count, total_tokens: count + 9 };
  const end = { index: 0, finish_reason: 'stop' };
  const inOne = once((): Script => {
    const message = { role: 'assistant', content: tokens.map(({ token }) => token).join('') };
    const text = JSON.stringify({ choices: [{ ...end, message, logprobs: { content: tokens } }], usage });
    const jsonHead = head(200, { 'content-type': 'application/json' }, 'content-length');
    const length = Buffer.byteLength(text);
    return [jsonHead, { type: 'body', render: () => [text], length, value: { usage }, isEvent: false }, finish()];
  });
  const inEvents = once((): Script => {
    const event = (one: { readonly token: string }) => {
      const choice = { index: 0, delta: { content: one.token }, logprobs: { content: [one] }, finish_reason: null };
      return sse(JSON.stringify({ choices: [choice] }));
    };
    const last = sse({ choices: [{ ...end, delta: {} }], usage });
    return [sseHead(), ...tokens.map(event), last, sse('[DONE]'), finish()];
  });
  return (request) => ((request.body as { stream?: boolean }).stream === true ? inEvents() : inOne());
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
