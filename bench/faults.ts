/**
 * `npm run bench -- faults [--only <word>]`
 *
 * Ten faults of money and streams against each gateway that counts money and can be had, one after the other, with the
 * same scripted engine: what the client saw, and what was billed beside what was produced, in tokens. Each token costs one
 * unit; the prompt of every chat is 10 tokens, and each word of an answer is one. docs/comparison.md has a run of it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ScriptedUpstream, startUpstream } from '../test/support/scripted-upstream.ts';
import { BifrostPeer } from './support/bifrost-peer.ts';
import { printTable } from './support/figures.ts';
import { FAULTS, type FaultStage } from './support/money-faults.ts';
import { BorealPeer, type MoneyPeer, OneApiPeer } from './support/money-peers.ts';
import { readArguments } from './support/options.ts';

const { values: options } = readArguments({ options: { only: { type: 'string', default: '' } } });
const PEERS = [BorealPeer, OneApiPeer, BifrostPeer] as const;

const folder = mkdtempSync(join(tmpdir(), 'boreal-faults-'));
const chosen = FAULTS.filter(({ name }) => name.includes(options.only));
const columns: { readonly name: string; readonly cells: readonly string[] }[] = [];
try {
  for (const Peer of PEERS) {
    await using upstream = await startUpstream();
    const place = { folder: join(folder, Peer.name), upstreamUrl: upstream.url };
    try {
      columns.push(await columnOf(await Peer.at(place), upstream));
    } catch (error) {
      console.log(`LEFT OUT: ${Peer.name}: ${(error as Error).message}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  'LEFT OUT: LiteLLM counts money only with a database, whose driver is fetched from a host that was not in reach.',
);
console.log('LEFT OUT: Portkey’s gateway counts no money.\n');
printTable(
  ['fault', ...columns.map(({ name }) => name)],
  chosen.map(({ name }, row) => [name, ...columns.map(({ cells }) => cells[row]!)]),
);
process.exit(0);

async function columnOf(peer: MoneyPeer, upstream: ScriptedUpstream) {
  await peer.start();
  const stage: FaultStage = { peer, upstream };
  const cells: string[] = [];
  try {
    for (const { name, happen } of chosen) {
      const cell = await happen(stage).catch((error: Error) => `the measurement failed: ${error.message}`);
      console.log(`${peer.name}: ${name}: ${cell}`);
      cells.push(cell);
      await peer.end('SIGKILL');
      await peer.start();
    }
  } finally {
    await peer.end('SIGKILL');
  }
  return { name: peer.name, cells };
}
