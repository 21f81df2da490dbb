/** No check of the proof passes on a server that is wrong about its rule, and all pass on the same server when it is right. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CHECKS } from '../../src/prove/checks.ts';
import type { Target } from '../../src/prove/probe.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Fault, type Front, startCarelessFront, startWrongFront } from '../support/wrong-front.ts';
import { COMPLIANT, proving, told } from './prove.fixture.ts';
import { FAULTS, REFUSAL_FAULTS } from './prove-faults.fixture.ts';

let service: TestService;
let keys: Omit<Target, 'base'>;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000' } });
  service.upstream.play(COMPLIANT);
  const poorKey = (await service.newKey({ accountId: await service.newAccount(1n) })).secret;
  const otherKey = (await service.newKey({ accountId: await service.newAccount() })).secret;
  keys = { key: service.key, poorKey, otherKey };
});
afterAll(() => service.stop());

const SPECIAL = ['body-too-large', 'two-hosts', 'no-host', 'two-lengths'];
const REFUSALS = CHECKS.filter(({ id, group }) => group === 'errors' && !FAULTS[id] && !SPECIAL.includes(id)).map(
  ({ id }) => id,
);

async function expectFailure(front: Front, id: string): Promise<void> {
  const { proof } = await proving({ ...keys, base: front.base }, { only: [id], limit: 'exhaust', model: 'svc-frost' });
  expect(proof.results.map((result) => [result.id, result.outcome])).toEqual([[id, 'failed']]);
  expect(proof.ok).toBe(false);
}

test('a front that changes nothing passes everything that goes through it', async () => {
  using front = startWrongFront(service.url, () => undefined);
  const only = CHECKS.map(({ id }) => id).filter((id) => !SPECIAL.includes(id) && id !== 'limit-kept');

  const { proof } = await proving({ ...keys, base: front.base }, { only, model: 'svc-frost' });

  expect(told(proof, 'failed')).toEqual([]);
  expect(told(proof, 'not-run')).toEqual([]);
});

test('every check has its faults', () => {
  const covered = [...Object.keys(FAULTS), ...REFUSALS, ...SPECIAL];

  expect(covered.toSorted()).toEqual(CHECKS.map(({ id }) => id).toSorted());
});

const rows = Object.entries(FAULTS).flatMap(([id, faults]) => faults.map((fault, at) => ({ id, at, fault })));

test.each(rows)(
  '$id fails by its fault $at',
  async ({ id, fault }) => {
    using front = startWrongFront(service.url, fault.length === 0 ? (fault as () => Fault)() : (fault as Fault));

    await expectFailure(front, id);
  },
  600_000,
);

describe.each(Object.entries(REFUSAL_FAULTS))('a refusal of which %s', (_name, fault) => {
  test.each(REFUSALS)('fails %s', async (id) => {
    using front = startWrongFront(service.url, fault);

    await expectFailure(front, id);
  });
});

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';
const careless: readonly (readonly [string, (head: string) => boolean, string])[] = [
  [
    'body-too-large',
    (head) => /content-length: \d{10}/.test(head),
    'HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n',
  ],
  ['two-hosts', (head) => head.includes('other.example'), OK],
  ['no-host', (head) => head.startsWith('GET') && !/\nhost:/i.test(head), OK],
  ['two-lengths', (head) => head.includes('transfer-encoding: chunked'), `${OK}${OK}`],
];

test.each(careless)(
  '%s fails where a proxy takes it',
  async (id, isHostile, answer) => {
    using front = await startCarelessFront(service.port, { isHostile, answer });

    await expectFailure(front, id);
  },
  600_000,
);
