import { describe, expect, test } from 'bun:test';
import { nanos } from '../../core/money.ts';
import type { RequestRecord } from '../../core/usage.ts';
import { csvRow } from '../../lib/csv.ts';
import { requestsCsv } from './requests-csv.ts';

describe('a cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+420', "'+420"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', '"\'\tx"'],
    ['\r=1', `"'\r=1"`],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['a=b', 'a=b'],
    ['', ''],
    ['Žluťoučký', 'Žluťoučký'],
  ])('of %j is written %j', (value, written) => {
    expect(csvRow([value])).toBe(`${written}\r\n`);
  });

  test('of a number is that number', () => {
    expect(csvRow([-5, 0, 1.5])).toBe('-5,0,1.5\r\n');
  });
});

const REQUEST: RequestRecord = {
  id: 'req_abc',
  atMs: Date.UTC(2026, 10, 15, 11),
  model: 'svc-frost',
  keyId: 'key_1',
  keyName: '=cmd',
  priceVersion: 'svc-frost@1',
  note: { user: 'jana' },
  structured: 'held',
  outcome: 'finished',
  usage: { inputTokens: 9, cachedInputTokens: 1, outputTokens: 2, reasoningTokens: 0 },
  cost: nanos(25n),
  planTokens: 3n,
  packageTokens: 4n,
  endedAtMs: Date.UTC(2026, 10, 15, 11) + 70,
};

test('the file begins with a mark and names its columns', () => {
  expect(requestsCsv.head()).toBe(
    '\ufefftime_utc,request_id,completion_id,model,key_id,key_name,outcome,input_tokens,cached_input_tokens,output_tokens,reasoning_tokens,plan_tokens,package_tokens,cost_czk,duration_ms,price_version,price_group,user,cache_write_5m_tokens,cache_write_1h_tokens,service_tier,structured_output,background\r\n',
  );
});

test('a request is one line, with its cost to the last digit', () => {
  expect(requestsCsv.rows([REQUEST])).toBe(
    "2026-11-15T11:00:00.000Z,req_abc,chatcmpl-abc,svc-frost,key_1,'=cmd,finished,9,1,2,0,3,4,0.000000025,70,svc-frost@1,,jana,0,0,default,held,\r\n",
  );
  expect(requestsCsv.rows([{ ...REQUEST, served: { tier: 'flex', percent: 50 } }])).toEndWith(',flex,held,\r\n');
});
