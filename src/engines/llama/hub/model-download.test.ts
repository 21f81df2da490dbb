/** Fetching a model, against a hub on loopback that behaves as the real one does. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type HubOptions, type ModelHub, sha256Of, startModelHub } from '../../../../test/support/model-hub.ts';
import { seeded } from '../../../../test/support/random.ts';
import { type HubReference, parseModelReference } from '../../../core/model-reference.ts';
import { type DownloadOptions, type DownloadProgress, resolveModelFile } from './model-download.ts';
import { ModelFetchFailure } from './model-fetch-failure.ts';

const random = seeded(20261115);
const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => random.integer(0, 255));
const MODEL = bytes(300_000);
const FILES = { 'model-Q4_K_M.gguf': MODEL, 'model-Q8_0.gguf': bytes(1000) };

let folder: string;
let hub: ModelHub;
let waits: number[];
let progress: DownloadProgress[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-hub-'));
  hub = await startModelHub({ files: FILES });
  waits = [];
  progress = [];
});
afterEach(async () => {
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
});

const anew = async (options: HubOptions): Promise<void> => {
  await hub.close();
  hub = await startModelHub(options);
};
const fetchModel = (text: string, more: Partial<DownloadOptions> = {}): Promise<string> =>
  resolveModelFile(parseModelReference(text) as HubReference, {
    folder,
    hub: hub.url,
    onProgress: (one) => progress.push(one),
    signal: new AbortController().signal,
    wait: async (ms) => void waits.push(ms),
    ...more,
  });
const failureOf = (text: string, more: Partial<DownloadOptions> = {}): Promise<ModelFetchFailure> =>
  fetchModel(text, more).then(
    () => Promise.reject(new Error('It was fetched.')),
    (error) => error,
  );
/** The connection breaks when something of these first bytes has been written. */
const cutAfter = (count: number): Pick<DownloadOptions, 'onProgress'> => {
  const goOn = hub.holdAfter(count);
  return { onProgress: ({ doneBytes }) => void (doneBytes > 0 && goOn('cut')) };
};
const seenAt = (at: 'list' | 'resolve' | 'storage') => hub.seen.filter((one) => one.at === at);
const partsIn = (path: string): string[] =>
  readdirSync(path, { recursive: true })
    .map(String)
    .filter((one) => /\.part/.test(one));

describe('a model of the hub', () => {
  test('is found, fetched from the storage it is redirected to, and whole', async () => {
    const path = await fetchModel('hf:owner/name');

    expect(path).toEndWith('/model-Q4_K_M.gguf');
    expect(path).toStartWith(join(folder, 'owner', 'name'));
    expect(sha256Of(readFileSync(path))).toBe(sha256Of(MODEL));
    expect(seenAt('list')[0]?.path).toBe('/api/models/owner/name/revision/main?blobs=true');
    expect(seenAt('resolve')[0]?.path).toBe(`/owner/name/resolve/${hub.commit}/model-Q4_K_M.gguf`);
    expect(progress.at(-1)).toEqual({ name: 'model-Q4_K_M.gguf', doneBytes: 300_000, totalBytes: 300_000 });
    expect(readdirSync(dirname(path))).toEqual(['model-Q4_K_M.gguf']);
  });

  test('is asked for once: later starts need no network', async () => {
    const first = await fetchModel('hf:owner/name:q8_0');
    await hub.close();

    const second = await fetchModel('hf:owner/name:Q8_0');

    expect(second).toBe(first);
    hub = await startModelHub({ files: FILES });
  });

  test('changes only when the latest is wanted, and an unchanged file is not fetched again', async () => {
    const first = await fetchModel('hf:owner/name');
    const same = await fetchModel('hf:owner/name', { want: 'latest' });
    const fetchedBefore = seenAt('storage').length;
    const other = bytes(2000);
    hub.replace('model-Q4_K_M.gguf', other);

    const kept = await fetchModel('hf:owner/name');
    const latest = await fetchModel('hf:owner/name', { want: 'latest' });
    const keptNow = await fetchModel('hf:owner/name');

    expect([same, kept]).toEqual([first, first]);
    expect(fetchedBefore).toBe(1);
    expect(latest).not.toBe(first);
    expect(keptNow).toBe(latest);
    expect(sha256Of(readFileSync(latest))).toBe(sha256Of(other));
  });

  test('that has been changed on the disk is fetched again', async () => {
    const path = await fetchModel('hf:owner/name');
    const damaged = Uint8Array.from(MODEL);
    damaged[5]! ^= 1;
    writeFileSync(path, damaged);
    utimesSync(path, 1, 1);

    const again = await fetchModel('hf:owner/name');

    expect(again).toBe(path);
    expect(sha256Of(readFileSync(path))).toBe(sha256Of(MODEL));
  });

  test('that was only touched is read again, not fetched again', async () => {
    const path = await fetchModel('hf:owner/name');
    utimesSync(path, 1, 1);

    await fetchModel('hf:owner/name');

    expect(seenAt('storage')).toHaveLength(1);
  });

  test('may be in parts, which are all fetched into one folder', async () => {
    const parts = [bytes(5000), bytes(3000)] as const;
    await anew({ files: { 'Q8_0/m-00002-of-00002.gguf': parts[1], 'Q8_0/m-00001-of-00002.gguf': parts[0] } });

    const path = await fetchModel('hf:owner/name');

    expect(path).toEndWith('/m-00001-of-00002.gguf');
    expect(sha256Of(readFileSync(path))).toBe(sha256Of(parts[0]));
    expect(sha256Of(readFileSync(path.replace('00001-of', '00002-of')))).toBe(sha256Of(parts[1]));
    expect(progress.at(-1)).toMatchObject({ doneBytes: 8000, totalBytes: 8000 });
  });

  test('is fetched once by two that want it at the same time, and both see how far it is', async () => {
    const letGo = hub.holdAfter(1000);
    const [begun, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
    const first = fetchModel('hf:owner/name', { onProgress: ({ doneBytes }) => doneBytes > 0 && begun.resolve() });
    await begun.promise;
    const second = fetchModel('hf:owner/name', { onProgress: ({ doneBytes }) => seen.resolve(doneBytes) });
    const seenBytes = await seen.promise;
    letGo('send the rest');

    const paths = await Promise.all([first, second]);

    expect(paths[0]).toBe(paths[1]);
    expect(seenBytes).toBe(1000);
    expect(sha256Of(readFileSync(paths[0]))).toBe(sha256Of(MODEL));
    expect(seenAt('storage')).toHaveLength(1);
  });
});

describe('a download that breaks off', () => {
  test('goes on where it stopped, with the range and the mark of the same version', async () => {
    const path = await fetchModel('hf:owner/name', cutAfter(100_000));

    const [first, second] = seenAt('storage');
    expect(sha256Of(readFileSync(path))).toBe(sha256Of(MODEL));
    expect(first?.headers.range).toBeUndefined();
    expect(second?.headers.range).toMatch(/^bytes=[1-9]\d*-$/);
    expect(second?.headers['if-range']).toMatch(/^"[0-9a-f]{32}"$/);
    expect(waits).toEqual([1000]);
  });

  test('goes on in another process', async () => {
    const leaving = new AbortController();
    const letGo = hub.holdAfter(100_000);
    const onProgress = ({ doneBytes }: DownloadProgress) => doneBytes >= 50_000 && leaving.abort(new Error('stopped'));
    const first = await fetchModel('hf:owner/name', { signal: leaving.signal, onProgress }).catch((error) => error);
    letGo('send the rest');

    const path = await fetchModel('hf:owner/name');

    expect(first.message).toBe('stopped');
    expect(sha256Of(readFileSync(path))).toBe(sha256Of(MODEL));
    expect(Number(/\d+/.exec(seenAt('storage')[1]?.headers.range ?? '')?.[0])).toBeGreaterThanOrEqual(50_000);
    expect(progress[0]?.doneBytes).toBeGreaterThanOrEqual(50_000);
  });

  test.each(['ignore-range', 'other-range'] as const)(
    'begins anew where the storage has its own mind: %s',
    async (kind) => {
      hub.fault('storage', { kind: 'none' });
      hub.fault('storage', { kind });

      const path = await fetchModel('hf:owner/name', cutAfter(100_000));

      expect(sha256Of(readFileSync(path))).toBe(sha256Of(MODEL));
    },
  );

  test('begins anew when what is on the disk is of no use', async () => {
    const leaving = new AbortController();
    const wait = async () => leaving.abort(new Error('stopped'));
    await fetchModel('hf:owner/name', { ...cutAfter(100_000), wait, signal: leaving.signal }).catch(() => {});
    const part = join(
      folder,
      'owner',
      'name',
      readdirSync(join(folder, 'owner', 'name'))[0]!,
      'model-Q4_K_M.gguf.part',
    );
    const damaged = readFileSync(part).fill(0, 10, 20);
    writeFileSync(part, damaged);

    const path = await fetchModel('hf:owner/name');

    expect(damaged.length).toBeGreaterThan(20);
    expect(sha256Of(readFileSync(path))).toBe(sha256Of(MODEL));
    expect(partsIn(folder)).toEqual([]);
  });

  test('begins anew when more is on the disk than there should be', async () => {
    const path = await fetchModel('hf:owner/name');
    rmSync(path);
    writeFileSync(`${path}.part`, bytes(300_001));

    await fetchModel('hf:owner/name');

    expect(sha256Of(readFileSync(path))).toBe(sha256Of(MODEL));
  });

  test('is tried again when nothing comes any more', async () => {
    hub.fault('storage', { kind: 'stall', afterBytes: 100_000 });

    const path = await fetchModel('hf:owner/name', { stallMs: 200 });

    expect(sha256Of(readFileSync(path))).toBe(sha256Of(MODEL));
    expect(seenAt('storage')).toHaveLength(2);
  });

  test('is given up after six failures without a byte, and keeps what it has', async () => {
    hub.fault('storage', { kind: 'none' });
    for (let i = 0; i < 6; i++) hub.fault('storage', { kind: 'status', status: 503 });

    const failure = await failureOf('hf:owner/name', cutAfter(100_000));

    expect(failure).toBeInstanceOf(ModelFetchFailure);
    expect(failure.kind).toBe('passing');
    expect(failure.message).toBe('The hub answers with status 503. It was tried 6 times.');
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
    expect(partsIn(folder).some((name) => name.endsWith('.part'))).toBe(true);
  });
});

describe('a busy hub', () => {
  test('is asked again when it says, in seconds or with a date', async () => {
    hub.fault('list', { kind: 'status', status: 429, headers: { 'retry-after': '7' } });
    hub.fault('list', { kind: 'status', status: 503, headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } });
    hub.fault('resolve', { kind: 'status', status: 500 });
    hub.fault('storage', { kind: 'status', status: 403 });
    hub.fault('list', { kind: 'text', text: '<html>' });

    const path = await fetchModel('hf:owner/name');

    expect(sha256Of(readFileSync(path))).toBe(sha256Of(MODEL));
    expect(waits).toEqual([7000, 0, 4000, 1000, 2000]);
  });

  test('does not keep the server waiting for days', async () => {
    hub.fault('list', { kind: 'status', status: 429, headers: { 'retry-after': '86400' } });

    await fetchModel('hf:owner/name');

    expect(waits).toEqual([300_000]);
  });

  test('that cannot be reached is named', async () => {
    const url = hub.url;
    await hub.close();

    const failure = await failureOf('hf:owner/name', { hub: url });

    expect(failure.message).toContain(`${new URL(url).host} cannot be reached`);
    expect(failure.kind).toBe('passing');
    hub = await startModelHub({ files: FILES });
  });
});

describe('a file that is not what it should be', () => {
  test('is removed, and its checksum is reported', async () => {
    hub.fault('storage', { kind: 'wrong-bytes' });

    const failure = await failureOf('hf:owner/name');

    expect(failure.message).toContain('hf:owner/name/model-Q4_K_M.gguf came out wrong: its SHA-256 is ');
    expect(failure.message).toContain(`where ${sha256Of(MODEL)} belongs`);
    expect(failure.kind).toBe('lasting');
    expect(partsIn(folder)).toEqual([]);
  });

  test('is never taken for the model when it is longer', async () => {
    hub.fault('storage', { kind: 'too-long' });

    expect((await failureOf('hf:owner/name')).message).toBe(
      'The hub gives more bytes of model-Q4_K_M.gguf than 300000.',
    );
  });

  test('is never taken for the model when its length is another than the list says', async () => {
    await anew({ files: FILES, claims: { 'model-Q4_K_M.gguf': { size: 300_001 } } });

    expect((await failureOf('hf:owner/name')).message).toContain(
      '300000 bytes of model-Q4_K_M.gguf, where 300001 belong',
    );
  });
});

describe('who may read', () => {
  test('a token goes to the hub and to no other host', async () => {
    await anew({ files: FILES, token: 'hf_secret' });

    await fetchModel('hf:owner/name', { token: 'hf_secret' });

    expect(seenAt('list')[0]?.headers.authorization).toBe('Bearer hf_secret');
    expect(seenAt('resolve')[0]?.headers.authorization).toBe('Bearer hf_secret');
    expect(seenAt('storage')[0]?.headers.authorization).toBeUndefined();
  });

  test('a gated model says what to do, with a token and without', async () => {
    await anew({ files: FILES, token: 'hf_secret' });

    const without = await failureOf('hf:owner/name');
    const wrong = await failureOf('hf:owner/name', { token: 'hf_other' });

    expect(without.message).toBe(
      `owner/name is gated: accept its conditions at ${hub.url}/owner/name and set embedded.hubToken.`,
    );
    expect(wrong.message).toBe(
      `owner/name is gated, and the account of embedded.hubToken has no access: ask for it at ${hub.url}/owner/name.`,
    );
    expect(waits).toEqual([]);
  });

  test('what is not there is named', async () => {
    const messages = [
      await failureOf('hf:owner/other'),
      await failureOf('hf:owner/other', { token: 'hf_other' }),
      await failureOf('hf:owner/name@v9'),
      await failureOf('hf:owner/name/other.gguf'),
    ].map(({ message }) => message.split('\n')[0]);

    expect(messages).toEqual([
      `There is no owner/other at ${hub.url}, or it is private and needs embedded.hubToken (status 401).`,
      'The hub refuses embedded.hubToken for owner/other (status 401): is it valid, and may it read?',
      'owner/name has no revision v9.',
      'owner/name has no file other.gguf. Write one of:',
    ]);
  });

  test.each([
    [404, {}, 'There is no owner/name at '],
    [410, {}, 'The hub refuses hf:owner/name with status 410.'],
    [404, { 'x-error-code': 'EntryNotFound' }, 'hf:owner/name is not there.'],
  ])('a refusal with status %d is said in words', async (status, headers, words) => {
    hub.fault('resolve', { kind: 'status', status, headers });

    expect((await failureOf('hf:owner/name')).message).toContain(words);
  });
});

test('a disk without room is noticed before anything is fetched', async () => {
  await anew({ files: FILES, claims: { 'model-Q4_K_M.gguf': { size: 2 ** 52 } } });

  const failure = await failureOf('hf:owner/name');

  expect(failure.message).toContain(`There is not enough room in ${folder}`);
  expect(seenAt('storage')).toEqual([]);
});

test('a folder that may not be written is named', async () => {
  writeFileSync(join(folder, 'owner'), '');

  const failure = await failureOf('hf:owner/name');

  expect(failure.message).toStartWith('The model cannot be written: E');
  expect(existsSync(join(folder, 'owner')) && statSync(join(folder, 'owner')).isFile()).toBe(true);
});

test('a circle of redirects ends', async () => {
  for (let i = 0; i < 6; i++) {
    hub.fault('resolve', { kind: 'status', status: 302, headers: { location: '/owner/name/resolve/round' } });
  }

  expect((await failureOf('hf:owner/name')).message).toContain('The hub redirects in a circle');
});
