import { describe, expect, test } from 'bun:test';
import { isRange as isRangeForServer } from '../../../../src/lib/ip-range.ts';
import { isRange, rangesOf } from './ranges.ts';

describe('allowed addresses', () => {
  test('each line is one, and empty lines are none', () => {
    expect(rangesOf('10.0.0.0/8\n\n  ::1 \r\n1.2.3.4, 5.6.7.8')).toEqual(['10.0.0.0/8', '::1', '1.2.3.4', '5.6.7.8']);
  });

  test.each([
    ...['203.0.113.7', '10.0.0.0/8', '0.0.0.0/0', '::1', '2001:db8::/32', '::ffff:1.2.3.4', 'fe80::1/128', '::'],
    ...['', '10.0.0.0/33', '256.1.1.1', '1.2.3', '1.2.3.4.', '01.2.3.4', '::1/129', 'example.com', '10.0.0.0/8/8'],
    ...['1.2.3.4/', '1:2:3', ':::1', 'g::1', '2001:db8::1::2', '/8', '10.0.0.0 /8', '1.2.3.4/-1', '::1%eth0', '[::1]'],
    ...['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8:9', '::1.2.3.256', '12345::', '1:2:3:4:5:6:1.2.3.4'],
  ])('%j is judged as the server judges it', (text) => {
    expect(isRange(text)).toBe(isRangeForServer(text));
  });
});
