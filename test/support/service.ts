/** A whole service for a test: scripted upstream, real HTTP, a real database of its own, one account and key. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import type { WantedKey } from '../../src/features/keys/authenticate.ts';
import { createPasswords, type Passwords } from '../../src/features/sign-in/passwords.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { type DatabasePlace, openDatabase } from '../../src/platform/database/database-place.ts';
import { type Instance, writeNote } from '../../src/platform/database/instance-lock.ts';
import { serverSecret } from '../../src/platform/secrets.ts';
import type { Log } from '../../src/platform/telemetry/log.ts';
import type { Config } from '../../src/server/configuration/config.ts';
import { ledgerPlace } from '../../src/server/ledger-place.ts';
import { type ServeOptions, serve } from '../../src/server/serve.ts';
import { declaredSeller } from '../../src/server/storage.ts';
import { storageOn } from '../../src/server/stores/postgres-storage.ts';
import { openSqliteStorage } from '../../src/server/stores/sqlite-storage.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { borrowed } from './borrowed-database.ts';
import { currentDatabase } from './databases.ts';
import { launchKept } from './kept-store-threads.ts';
import { type LeasedStores, leasedStores, QUICK_TIMES, readAtRest } from './leased-stores.ts';
import { LEDGER_KEY, SHARED_SECRET } from './ledger-key.ts';
import { spareMigrations } from './migrated-sqlite.ts';
import type { MovableClock } from './movable-clock.ts';
import { newAccountIn, newKeyIn } from './new-account.ts';
import { emptyPostgres } from './postgres-database.ts';
import { type ScriptedUpstream, startUpstream } from './scripted-upstream.ts';
import { testConfig } from './test-config.ts';

export type ServiceOptions = {
  /** `asked`: no file says it, so that an operator chooses. */
  readonly catalogue?: 'A' | 'B' | 'asked';
  /** Opening credit; the default is plenty. */
  readonly creditNanos?: bigint;
  /** Settings by their variable, such as `BOREAL_LIMITS_PING_MS`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of the one engine, such as `idleMs`. */
  readonly engine?: Readonly<Record<string, unknown>>;
  /** Where the engine is, if not the scripted upstream itself: a fault proxy in front of it, say. */
  readonly engineUrl?: (upstream: ScriptedUpstream) => string | Promise<string>;
  /** Settings of the embedded engine, which then answers instead of the scripted upstream. */
  readonly embedded?: Readonly<Record<string, unknown>>;
  /** A folder of the test's own, left behind for the next start; otherwise a fresh one that is removed. */
  readonly dataDir?: string;
  /** How passwords are hashed; by default as in the product, but quickly. */
  readonly passwords?: Passwords;
  /** A clock that the test moves. */
  readonly clock?: MovableClock;
};

type LogLine = { readonly level: string; readonly message: string } & Readonly<Record<string, unknown>>;

export type TestService = AsyncDisposable & {
  /** Ends in /v1. */
  readonly url: string;
  readonly port: number;
  readonly upstream: ScriptedUpstream;
  readonly accountId: string;
  /** The secret of a key of that account. */
  readonly key: string;
  readonly keyId: string;
  readonly config: Config;
  readonly log: readonly LogLine[];
  /** The database, through a connection of its own, as the command line sees them. */
  readonly stores: LeasedStores;
  /** The official client, without its own retries unless asked for. */
  client(options?: { maxRetries?: number; apiKey?: string }): OpenAI;
  newAccount(creditNanos?: bigint): Promise<string>;
  newKey(wanted?: Partial<WantedKey>): Promise<{ readonly id: string; readonly secret: string }>;
  /** POST /v1/chat/completions with the service's key. */
  post(body: unknown, init?: { headers?: Record<string, string>; signal?: AbortSignal }): Promise<Response>;
  stop(): Promise<void>;
};

/** On a busy machine an engine that is there may be reached late; what a wait for it ends with is for a test to say. */
const CONNECT_MS = 60_000;
/** Enough for one test. All that a server has in production take PostgreSQL half as much again for each start. */
const CONNECTIONS = 6;
const CHEAP = { memoryKib: 64, passes: 1 };

export const PLENTY = 1_000_000n * 1_000_000_000n;

export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const upstream = await startUpstream();
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'boreal-test-'));
  const baseUrl = options.engineUrl ? await options.engineUrl(upstream) : upstream.url;
  const engines = JSON.stringify({
    // What the engine is asked is for the test to say: it is not asked how it counts.
    main: {
      ...{ kind: 'openai', baseUrl, apiKey: 'upstream-secret', model: 'test-model', runningUsage: 'none' },
      connectMs: CONNECT_MS,
      ...options.engine,
    },
  });
  const shared = currentDatabase() === 'PostgreSQL' ? await emptyPostgres() : undefined;
  if (!shared && !options.env?.BOREAL_DATABASE_URL) await spareMigrations(dataDir);
  const config = testConfig({
    BOREAL_PORT: '0',
    BOREAL_DATA_DIR: dataDir,
    ...(shared && { BOREAL_DATABASE_URL: shared.url, BOREAL_SECRET: SHARED_SECRET }),
    ...(options.catalogue !== 'asked' && { BOREAL_CATALOGUE: options.catalogue ?? 'A' }),
    // A model without an engine of the test must not start the built-in one, which takes seconds to load.
    BOREAL_EMBEDDED: JSON.stringify(options.embedded ?? { enabled: false }),
    ...(!options.embedded && { BOREAL_ENGINES: engines }),
    ...options.env,
  });
  const place = ledgerPlace(config);
  // Connections that are open already are used where what is written on them is marked in the same way.
  const open = shared && place.databaseUrl === shared.url && place.ledgerKey === LEDGER_KEY ? shared.db : undefined;
  const { lines, log } = recordingLog();
  const passwords = options.passwords ?? createPasswords(CHEAP);
  const server = await serve(config, log, {
    passwords,
    clock: options.clock && { ...options.clock, movedMs: () => 0 },
    discreetMs: 0,
    leaseTimes: QUICK_TIMES,
    connectionsMax: CONNECTIONS,
    openStorage: storageOf(place, open),
  });
  const own = open ? undefined : openDatabase(place);
  const stores = readAtRest(leasedStores(createStores(own ?? open!, config.plans, declaredSeller(config))));
  const keyPlace = { stores, prefix: config.keyPrefix, serverSecret: serverSecret(config.secret, config.dataDir) };
  const newAccount = (creditNanos = PLENTY) => newAccountIn(stores, creditNanos);
  const accountId = await newAccount(options.creditNanos ?? PLENTY);
  const newKey = (wanted: Partial<WantedKey> = {}) => newKeyIn(keyPlace, { accountId, ...wanted });
  const { id: keyId, secret: key } = await newKey();
  let isStopped = false;

  async function stop(): Promise<void> {
    if (isStopped) return;
    isStopped = true;
    await server.stop();
    await own?.close();
    await shared?.giveBack();
    await upstream.stop();
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  }

  return {
    url: server.url,
    port: Number(new URL(server.url).port),
    upstream,
    accountId,
    key,
    keyId,
    config,
    log: lines,
    stores,
    client: ({ maxRetries = 0, apiKey = key } = {}) => new OpenAI({ baseURL: server.url, apiKey, maxRetries }),
    newAccount,
    newKey,
    post: (body, init = {}) =>
      fetch(`${server.url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...(init.signal && { signal: init.signal }),
      }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Storage on connections and threads that stay; undefined where the test has named a database of its own. */
function storageOf(place: DatabasePlace, open: Database | undefined): ServeOptions['openStorage'] {
  const announce = (instance: Instance) => writeNote(place.dataDir, instance);
  if (open) return async (platform, terms) => storageOn(borrowed(open), platform, { ...terms, announce });
  if (place.databaseUrl) return undefined;
  return (platform, terms) => openSqliteStorage(platform, place, terms, launchKept);
}

const LOOK_MS = { first: 2, most: 50 };
/** A wait that is long already may be this part of it longer: to look all the time takes what others wait for. */
const LATE_PART = 1 / 20;

/** Waits for a condition without guessing how long it takes; fails after `withinMs` with what it waited for. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>, withinMs = 90_000): Promise<void> {
  const beganMs = performance.now();
  while (!(await isTrue())) {
    const waitedMs = performance.now() - beganMs;
    if (waitedMs > withinMs) throw new Error(`Waited ${withinMs} ms in vain: ${what}.`);
    await Bun.sleep(Math.min(LOOK_MS.most, Math.max(LOOK_MS.first, waitedMs * LATE_PART)));
  }
}

function recordingLog(): { lines: LogLine[]; log: Log } {
  const lines: LogLine[] = [];
  const at = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) => {
    lines.push({ ...fields, level, message });
  };
  return { lines, log: { info: at('info'), warn: at('warn'), error: at('error') } };
}
