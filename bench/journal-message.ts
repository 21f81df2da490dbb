/**
 * `npm run bench -- journal-message [--rounds 7]`
 *
 * The cost of handing a batch of the journal to the ledger's thread: its rows as objects, which are copied, and as one text,
 * as the store sends them. Both in turns; processor time of each thread, without the writing itself.
 */
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { nanos } from '../src/core/money.ts';
import type { JournalBatch } from '../src/ledger/lease-ports.ts';
import { callsIn, type ToWorker, toMessage } from '../src/server/stores/store-protocol.ts';
import { printTable, show } from './support/figures.ts';
import { readArguments, refuseArguments } from './support/options.ts';

const ROUNDS = isMainThread ? roundsAsked() : 0;
const ROWS = 20_000;
const SIZES = [1, 32];

function roundsAsked(): number {
  const { values } = readArguments({ options: { rounds: { type: 'string', default: '7' } } });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) refuseArguments('--rounds is a whole number from 1 on');
  return rounds;
}

function receive(): void {
  let cpuUs = threadUs();
  parentPort!.on('message', (message: ToWorker | 'end') => {
    if (typeof message !== 'string' && !('readLog' in message)) return void callsIn(message);
    const usedUs = threadUs() - cpuUs;
    cpuUs += usedUs;
    parentPort!.postMessage(usedUs);
  });
}

async function measure(): Promise<void> {
  const worker = new Worker(new URL(import.meta.url));
  const forms = {
    objects: (batch: JournalBatch) => callOf(batch),
    text: (batch: JournalBatch) => toMessage(callOf(batch)),
  };
  for (const size of SIZES) {
    const batch: JournalBatch = { serverId: 'srv_bench', rows: Array.from({ length: size }, rowOf) };
    const seen: Record<string, { sender: number; receiver: number }[]> = { objects: [], text: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [form, toSent] of Object.entries(forms)) {
        const beganUs = threadUs();
        for (let n = 0; n < ROWS / size; n += 1) worker.postMessage(toSent(batch));
        const sender = (threadUs() - beganUs) / ROWS;
        const answer = new Promise<number>((resolve) => worker.once('message', resolve));
        worker.postMessage('end');
        seen[form]!.push({ sender, receiver: (await answer) / ROWS });
      }
    }
    console.log(`\n${size} at a time, µs a row (median of ${ROUNDS})\n`);
    printTable(
      ['form', 'serving thread', "ledger's thread"],
      Object.entries(seen).map(([form, all]) => [
        form,
        show(medianOf(all.map(({ sender }) => sender)), 2),
        show(medianOf(all.map(({ receiver }) => receiver)), 2),
      ]),
    );
  }
  await worker.terminate();
}

const callOf = (batch: JournalBatch) => [{ id: 1, port: 'leases', method: 'write', values: [batch] }];

const medianOf = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1]!;

function threadUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** As a chat that was paid from the credit leaves it. */
function rowOf(_: unknown, n: number): JournalBatch['rows'][number] {
  const price = { input: 60_000n, cachedInput: 15_000n, output: 240_000n, reasoning: 240_000n };
  const id = `0Vb1NH2PkmGvxuAGL9BPnBIaQuZyfZ${String(n).padStart(4, '0')}`;
  const order = {
    requestId: `req_${id}`,
    accountId: `acc_${id}`,
    keyId: `key_${id}`,
    model: 'svc-frost',
    price,
    priceVersion: 'svc-frost@1',
    inputTokensMax: 303,
    outputTokensMax: 100,
    atMs: 1_800_000_000_000 + n,
  };
  return {
    held: {
      request: order,
      outputTokensMax: 100,
      tokenParts: [],
      creditPotId: `pot_${id}`,
      credit: nanos(38_280_000n),
    },
    outcome: 'finished',
    endedAtMs: 1_800_000_000_400,
    firstEventAtMs: 1_800_000_000_050,
    charge: {
      usage: { inputTokens: 60, cachedInputTokens: 20, outputTokens: 30, reasoningTokens: 10 },
      tokenParts: [],
      cost: nanos(6_000_000n),
      tokens: 90n,
      ofLimits: [],
    },
  };
}

if (isMainThread) await measure();
else receive();
