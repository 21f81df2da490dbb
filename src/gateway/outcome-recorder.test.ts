/** How requests ended, counted on a real database. */
import { describe, expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { openStorage, type Storage } from '../../test/support/ledger-fixture.ts';
import { movableClock } from '../../test/support/movable-clock.ts';
import { bucketOf } from '../core/outcome.ts';
import { createOutcomeRecorder } from './outcome-recorder.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 15, 11, 0, 1);
const SPAN = { fromMs: START - 1000, toMs: START - 1000 + 2 * HOUR };

function recorderOn({ stores }: Storage, clock = movableClock(START)) {
  const away = { isAway: false };
  const recorder = createOutcomeRecorder(
    { clock, log: { info() {}, warn() {}, error() {} } },
    {
      records: {
        add: (counts) => (away.isAway ? Promise.reject(new Error('away')) : stores.outcomes.add(counts)),
      },
      modelOf: (name) => (name === 'gpt-4' ? 'svc-frost' : name === 'svc-frost' ? name : undefined),
    },
  );
  const end = (status: number, note: { accountId?: string; model?: string }) =>
    recorder.requestEnded({ requestId: 'req_1', status, reason: undefined, durationMs: 1, note, keyName: undefined });
  return { recorder, clock, end, away };
}

describe('the response recorder', () => {
  test('adds up what two servers have seen, by status, account and hour', async () => {
    await using storage = await openStorage();
    const { id } = await storage.account({ credit: 1n });
    const clock = movableClock(START);
    const servers = [recorderOn(storage, clock), recorderOn(storage, clock)];
    for (const { end } of servers) {
      end(200, { accountId: id, model: 'svc-frost' });
      end(400, { accountId: id, model: 'no such model' });
      end(401, {});
    }
    await Promise.all(servers.map(({ recorder }) => recorder.write()));
    clock.pass(HOUR);
    servers[0]!.end(200, { accountId: id, model: 'gpt-4' });
    await servers[0]!.recorder.write();

    expect(await storage.stores.outcomes.within(SPAN)).toEqual([
      { status: 200, responses: 3 },
      { status: 400, responses: 2 },
      { status: 401, responses: 2 },
    ]);
    expect(await storage.stores.outcomes.ofAccount(id, { ...SPAN, toMs: START - 1000 + HOUR })).toEqual([
      { status: 200, responses: 2 },
      { status: 400, responses: 2 },
    ]);
  });

  test('keeps when answers began as a histogram', async () => {
    await using storage = await openStorage();
    const { recorder } = recorderOn(storage);
    for (const ms of [10, 10, 250]) recorder.firstEvent('svc-frost', ms);

    await recorder.write();

    expect(await storage.stores.outcomes.firstTokens(SPAN)).toEqual([
      { bucket: bucketOf(10), answers: 2 },
      { bucket: bucketOf(250), answers: 1 },
    ]);
  });

  test('writes later what could not be written, once, with what has come meanwhile', async () => {
    await using storage = await openStorage();
    const { recorder, end, away } = recorderOn(storage);
    end(200, {});
    away.isAway = true;
    await recorder.write().catch(() => {});
    end(502, {});
    away.isAway = false;

    await recorder.stop();
    await recorder.write();

    expect(await storage.stores.outcomes.within(SPAN)).toEqual([
      { status: 200, responses: 1 },
      { status: 502, responses: 1 },
    ]);
  });
});
