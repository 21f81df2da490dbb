import { describe, expect, test } from 'bun:test';
import { seeded } from '../../../test/support/random.ts';
import { QueueFull, ShareUsed } from './generate/slots.ts';
import { type Lease, type Loading, ModelNotInTime, ModelPool, ModelTooLarge } from './model-pool.ts';

const NEVER = new AbortController().signal;
const PATIENT = { account: 'anna', signal: NEVER };

type Model = { readonly file: string; isUnloaded: boolean };

/** A pool in which a file takes as many bytes as its name has characters, and everything happens at once unless held. */
function poolOf(memoryBytesMax: number, change: Partial<Loading<Model>> = {}) {
  const events: string[] = [];
  const pool = new ModelPool<Model>({
    memoryBytesMax,
    queueMax: 100,
    turnMs: 1_000_000,
    measure: async (file) => file.length,
    load: async (file) => {
      events.push(`+${file}`);
      return { file, isUnloaded: false };
    },
    unload: async (file, model) => {
      model.isUnloaded = true;
      events.push(`-${file}`);
    },
    ...change,
  });
  return { pool, events };
}

/** A promise that is settled from outside, and whether it was reached. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: () => resolve() };
}

/** Lets everything run that can run now. */
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

describe('a model', () => {
  test('is loaded once, however many ask for it while it is loaded', async () => {
    const { pool, events } = poolOf(10);

    const leases = await Promise.all(['a', 'a', 'a'].map((file) => pool.use(file, PATIENT)));

    expect(events).toEqual(['+a']);
    expect(new Set(leases.map((lease) => lease.model)).size).toBe(1);
    expect(pool.loadedFiles).toEqual(['a']);
  });

  test('stays loaded when it is not in use, as long as there is room', async () => {
    const { pool, events } = poolOf(10);

    (await pool.use('aaaa', PATIENT)).release();
    (await pool.use('bbbb', PATIENT)).release();
    (await pool.use('aaaa', PATIENT)).release();

    expect(events).toEqual(['+aaaa', '+bbbb']);
  });

  test('is unloaded for another one, the one used longest ago first, and no more than needed', async () => {
    const { pool, events } = poolOf(10);
    for (const file of ['aaa', 'bbb', 'ccc', 'aaa']) (await pool.use(file, PATIENT)).release();

    (await pool.use('ddd', PATIENT)).release();

    expect(events).toEqual(['+aaa', '+bbb', '+ccc', '-bbb', '+ddd']);
  });

  test('is never unloaded while it is used: who needs its room waits', async () => {
    const { pool, events } = poolOf(5);
    const first = await pool.use('aaaa', PATIENT);
    const second = pool.use('bbbb', PATIENT);
    await settle();
    expect(events).toEqual(['+aaaa']);

    first.release();
    await second;

    expect(events).toEqual(['+aaaa', '-aaaa', '+bbbb']);
  });

  test('that only requests use which give way is let go of at once for others, and not the other way round', async () => {
    const { pool, events } = poolOf(5, { turnMs: 0 });
    const patient = (giveWay: () => void) => ({ ...PATIENT, giveWay });
    const line = await pool.use(
      'aaaa',
      patient(() => line.release()),
    );

    const urgent = await pool.use('bbbb', PATIENT);
    const waits = pool.use(
      'aaaa',
      patient(() => {}),
    );
    // Its turn is over at once, and the model in its way takes requests all the same.
    await Bun.sleep(1);
    const other = await pool.use('bbbb', PATIENT);
    // What does not give way goes before it.
    const before = pool.use('cccc', PATIENT);
    await settle();
    urgent.release();
    other.release();
    (await before).release();
    (await waits).release();

    expect(events).toEqual(['+aaaa', '-aaaa', '+bbbb', '-bbbb', '+cccc', '-cccc', '+aaaa']);
  });

  test('is not unloaded in vain, while another one in the way is used', async () => {
    const { pool, events } = poolOf(9);
    (await pool.use('aaa', PATIENT)).release();
    const busy = await pool.use('bbbbb', PATIENT);
    const large = pool.use('ccccccc', PATIENT);
    await settle();
    expect(events).toEqual(['+aaa', '+bbbbb']);

    busy.release();
    await large;

    expect(events).toEqual(['+aaa', '+bbbbb', '-aaa', '-bbbbb', '+ccccccc']);
  });

  test('given back twice is given back once', async () => {
    const { pool, events } = poolOf(5);
    const first = await pool.use('aaaa', PATIENT);
    const second = await pool.use('aaaa', PATIENT);
    const other = pool.use('bbbb', PATIENT);

    first.release();
    first.release();
    await settle();

    expect(events).toEqual(['+aaaa']);
    second.release();
    await other;
  });

  test('that is larger than the budget is refused with the numbers, and nothing is unloaded for it', async () => {
    const { pool, events } = poolOf(5 * 2 ** 20, { measure: async (file) => (file === 'big' ? 7 : 1) * 2 ** 20 });
    (await pool.use('a', PATIENT)).release();

    const refusal = pool.use('big', PATIENT);

    await expect(refusal).rejects.toBeInstanceOf(ModelTooLarge);
    await expect(refusal).rejects.toThrow('big needs about 7 MiB, and the budget is 5 MiB.');
    expect(events).toEqual(['+a']);
  });

  test('that cannot be loaded fails for all who wait, leaves no trace, and is tried again by the next', async () => {
    let attempts = 0;
    const { pool } = poolOf(5, {
      load: async (file) => {
        attempts += 1;
        if (attempts === 1) throw new Error('broken');
        return { file, isUnloaded: false };
      },
    });

    const both = await Promise.allSettled([pool.use('aaaa', PATIENT), pool.use('aaaa', PATIENT)]);

    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await pool.use('aaaa', PATIENT)).model.file).toBe('aaaa');
  });
});

describe('who waits for a model', () => {
  test('may leave, and the load goes on for the next', async () => {
    const loading = gate();
    const { pool } = poolOf(5, { load: (file) => loading.promise.then(() => ({ file, isUnloaded: false })) });
    const leaving = new AbortController();
    const first = pool.use('aaaa', { ...PATIENT, signal: leaving.signal });
    await settle();

    leaving.abort(new Error('gone'));

    await expect(first).rejects.toThrow('gone');
    expect(pool.waitingCount).toBe(0);
    loading.open();
    await settle();
    expect(pool.loadedFiles).toEqual(['aaaa']);
  });

  test('waits no longer than it may, and others behind it are served', async () => {
    const { pool, events } = poolOf(5);
    const busy = await pool.use('aa', PATIENT);
    const large = pool.use('bbbbb', { ...PATIENT, waitMs: 1 });
    const small = pool.use('c', PATIENT);

    await expect(large).rejects.toBeInstanceOf(ModelNotInTime);

    await small;
    expect(events).toEqual(['+aa', '+c']);
    busy.release();
  });

  test('is one of a bounded number', async () => {
    const { pool } = poolOf(5, { queueMax: 1 });
    const busy = await pool.use('aaaa', PATIENT);
    const second = pool.use('bbbb', PATIENT);

    await expect(pool.use('cccc', PATIENT)).rejects.toBeInstanceOf(ShareUsed);
    await expect(pool.use('cccc', { ...PATIENT, account: 'ben' })).rejects.toBeInstanceOf(QueueFull);

    busy.release();
    await second;
  });

  test('of an account with many makes room for one of another account', async () => {
    const { pool } = poolOf(5, { queueMax: 3 });
    const busy = await pool.use('aaaa', PATIENT);
    const [first, second, third] = [0, 1, 2].map(() => pool.use('bbbb', PATIENT));

    const other = pool.use('bbbb', { ...PATIENT, account: 'ben' });

    await expect(third).rejects.toBeInstanceOf(ShareUsed);
    busy.release();
    for (const served of [first, second, other]) (await served)?.release();
  });

  test('gets its turn, although the model in its way is asked for without a pause', async () => {
    const { pool, events } = poolOf(5, { turnMs: 1 });
    const first = await pool.use('aaaa', PATIENT);
    const second = pool.use('bbbb', PATIENT);

    // Once the turn is over, who asks for the first model waits behind the second.
    let later: Promise<Lease<Model>> | undefined;
    while (pool.waitingCount < 2) {
      later = pool.use('aaaa', PATIENT);
      void later.then((lease) => lease.release());
      await Bun.sleep(0);
    }
    first.release();
    const served = await second;

    expect(events).toEqual(['+aaaa', '-aaaa', '+bbbb']);
    served.release();
    await later;
    expect(events).toEqual(['+aaaa', '-aaaa', '+bbbb', '-bbbb', '+aaaa']);
  });

  test('for a turn that is not wanted any more gets the model that is still there', async () => {
    const { pool, events } = poolOf(5, { turnMs: 1 });
    const first = await pool.use('aaaa', PATIENT);
    const leaving = new AbortController();
    const second = pool.use('bbbb', { ...PATIENT, signal: leaving.signal });
    second.catch(() => {});
    let later: Promise<Lease<Model>> | undefined;
    while (pool.waitingCount < 2) {
      later = pool.use('aaaa', PATIENT);
      await Bun.sleep(0);
    }

    leaving.abort(new Error('gone'));
    await later;

    expect(events).toEqual(['+aaaa']);
    first.release();
  });
});

test('whatever happens, the budget holds, no model is lent that is not loaded, and every request is served', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = seeded(seed);
    const loaded = new Map<string, number>();
    const use = (): number => [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0);
    const pause = async () => {
      for (let i = random.integer(0, 5); i > 0; i--) await Promise.resolve();
    };
    const { pool } = poolOf(9, {
      turnMs: 0,
      load: async (file) => {
        expect(loaded.has(file), `seed ${seed}: ${file} is loaded twice`).toBe(false);
        loaded.set(file, file.length);
        expect(use(), `seed ${seed}`).toBeLessThanOrEqual(9);
        await pause();
        return { file, isUnloaded: false };
      },
      unload: async (file, model) => {
        model.isUnloaded = true;
        await pause();
        loaded.delete(file);
      },
    });

    const asked = Array.from({ length: 60 }, async () => {
      const leaving = new AbortController();
      const willLeave = random.integer(0, 4) === 0;
      for (let i = random.integer(0, 40); i > 0; i--) await Promise.resolve();
      const wanted = pool.use(random.pick(['a', 'bb', 'cccc', 'ddddd', 'eeeeeeeee']), {
        ...PATIENT,
        signal: leaving.signal,
      });
      if (willLeave) void pause().then(() => leaving.abort(new Error('gone')));
      const lease = await wanted.catch(() => undefined);
      if (!lease) return willLeave ? 'left' : 'failed';
      for (let i = random.integer(0, 30); i > 0; i--) {
        expect(lease.model.isUnloaded, `seed ${seed}`).toBe(false);
        await Promise.resolve();
      }
      lease.release();
      return 'served';
    });

    expect(await Promise.all(asked), `seed ${seed}`).not.toContain('failed');
    expect(pool.waitingCount).toBe(0);
  }
});
