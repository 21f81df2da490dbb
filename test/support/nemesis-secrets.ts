/** I13: what must stay secret is nowhere that replicas, their database and their Redis have written. */
import { expect } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RedisClient } from 'bun';
import { PROMPT_CANARY } from './replica-load.ts';
import { type Customer, type ReplicaSet, SET_SECRET, UPSTREAM_KEY } from './replica-set.ts';

/** The replicas' words, while they still run. */
export async function expectNoSecretSaid(set: ReplicaSet, customers: readonly Customer[]): Promise<void> {
  const secrets = [...secretsOf(customers), set.postgres.password];
  for (const { process, lives } of set.replicas) {
    const metrics = await (await fetch(new URL('/metrics', process.url))).text();
    expect(metrics).toContain('boreal_');
    for (const said of [metrics, ...lives.map((life) => life.stdout() + life.stderr())]) {
      expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
    }
    expect(lives.map((life) => life.stdout()).join('')).toContain('req_');
  }
}

/** The written data, when PostgreSQL has written everything: its tables and its log. */
export async function expectNoSecretKept(set: ReplicaSet, customers: readonly Customer[]): Promise<void> {
  const secrets = secretsOf(customers).map((secret) => Buffer.from(secret));
  let hasAccount = false;
  for (const entry of readdirSync(set.postgres.dataFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    hasAccount ||= bytes.includes(customers[0]!.id);
    expect(
      secrets.filter((secret) => bytes.includes(secret)),
      entry.name,
    ).toEqual([]);
  }
  // Who finds nothing at all has looked in the wrong place.
  expect(hasAccount).toBe(true);
  const client = new RedisClient(set.redis.url);
  const names = (await client.send('KEYS', ['*'])) as string[];
  client.close();
  expect(names).toContain('boreal:limits');
  expect(names.filter((name) => customers.some(({ key }) => name.includes(key)))).toEqual([]);
}

const secretsOf = (customers: readonly Customer[]): readonly string[] => [
  SET_SECRET,
  UPSTREAM_KEY,
  PROMPT_CANARY,
  ...customers.map(({ key }) => key),
];
