import { expect, test } from 'bun:test';
import type { Notice, Notices } from '../platform/notices/notice.ts';
import type { AuditVerdict } from './audit.ts';
import { createDailyAudit } from './daily-audit.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Midnight in Prague, in winter time. */
const MIDNIGHT = Date.parse('2026-11-15T00:00:00+01:00');

function audits(verdict: AuditVerdict) {
  let nowMs = MIDNIGHT;
  const at: string[] = [];
  const told: Omit<Notice, 'owner'>[] = [];
  const scopes: string[] = [];
  const platform = {
    notices: { tell: async ({ type }, notice) => void told.push({ type, ...notice }) } satisfies Notices,
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    log: { info() {}, warn() {}, error() {} },
  };
  const look = createDailyAudit(platform, {
    hour: 3,
    full: 'weekly',
    auditLedger: async (scope) => {
      scopes.push(scope);
      at.push(new Date(nowMs).toISOString());
      return verdict;
    },
  });
  return {
    at,
    scopes,
    told,
    pass: async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++, nowMs += MINUTE_MS) await look();
    },
    skip: (minutes: number) => {
      nowMs += minutes * MINUTE_MS;
    },
  };
}

test('the ledger is audited once a day, at three in Prague', async () => {
  const { at, told, pass } = audits({ ok: true, problems: [] });

  await pass(2 * DAY_MINUTES);

  expect(at).toEqual(['2026-11-15T02:00:00.000Z', '2026-11-16T02:00:00.000Z']);
  expect(told).toEqual([]);
});

test('everything is read in the night to Sunday, and in the others what is new', async () => {
  const { scopes, pass } = audits({ ok: true, problems: [] });

  await pass(8 * DAY_MINUTES);

  expect(scopes).toEqual(['full', ...Array(6).fill('new'), 'full']);
});

test('a server that is started at noon waits for the night', async () => {
  const { at, pass, skip } = audits({ ok: true, problems: [] });

  skip(12 * 60);
  await pass(14 * 60);
  expect(at).toEqual([]);
  await pass(2 * 60);

  expect(at).toEqual(['2026-11-16T02:00:00.000Z']);
});

test('a broken ledger is reported once a day, with some of what is wrong', async () => {
  const problems = Array.from({ length: 100 }, (_, n) => `L1: pot ${n} is wrong.`);
  const { told, pass } = audits({ ok: false, problems });

  await pass(DAY_MINUTES);

  expect(told).toMatchObject([{ id: `audit.broken/${MIDNIGHT}`, type: 'audit.broken' }]);
  expect((told[0]!.data as { problems: string[] }).problems).toEqual(problems.slice(0, 20));
});
