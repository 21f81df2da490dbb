/** The file of all requests of a large account: whole, in order, and without the memory that it would fill. */
import { heapStats } from 'bun:jsc';
import { expect, test } from 'bun:test';
import { NOON } from '../support/ledger-fixture.ts';
import { startSettings } from '../support/settings-service.ts';

const ROWS = 200_000;
const MEGABYTE = 2 ** 20;
/** Until then the buffers of the way have their size. Between the two looks lie some 28 MB of file. */
const LOOKS_AT_ROWS = [60_000, 190_000];
const GROWTH_MB_MAX = 12;

test('a file of very many requests is streamed whole, and takes no more memory the longer it is', async () => {
  await using service = await startSettings();
  const { body } = await service.anna.ask('POST /api/keys', { body: { name: 'busy' } });
  const first = await service.spend(service.anna, { keyId: body.key.id, atMs: NOON });
  await service.db.sql.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
     INSERT INTO requests (id, account_id, key_id, credit_pot_id, model, price_version, state, outcome, held_nanos,
       held_parts, input_tokens_max, output_tokens_max, admitted_at_ms, expires_at_ms, ended_at_ms, input_tokens,
       cached_input_tokens, output_tokens, reasoning_tokens, cost_nanos)
     SELECT 'req_' || printf('%034d', i), r.account_id, r.key_id, r.credit_pot_id, r.model, r.price_version, r.state,
       r.outcome, r.held_nanos, r.held_parts, 1, 1, r.admitted_at_ms - i, 0, r.admitted_at_ms, 9, 0, 9, 0, 1
     FROM n, requests r WHERE r.id = ?`,
    ROWS,
    first,
  );

  const response = await service.anna.open('GET /api/requests.csv');
  let lines = 0;
  let bytes = 0;
  const looks: number[] = [];
  for await (const piece of response.body!) {
    bytes += piece.length;
    for (const byte of piece) if (byte === 0x0a) lines += 1;
    if (lines >= (LOOKS_AT_ROWS[looks.length] ?? Number.POSITIVE_INFINITY)) looks.push(memoryInUse());
  }

  expect(lines).toBe(ROWS + 1);
  expect(bytes / MEGABYTE).toBeGreaterThan(40);
  const [settled, later] = looks as [number, number];
  expect((later - settled) / MEGABYTE).toBeLessThan(GROWTH_MB_MAX);
}, 600_000);

/** Without what only waits to be collected: a file that is kept anywhere would not be that. */
function memoryInUse(): number {
  Bun.gc(true);
  return heapStats().heapSize + heapStats().extraMemorySize;
}
