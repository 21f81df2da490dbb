import { describe, expect, test } from 'bun:test';
import { describeTransfer, TransferRate } from './transfer-rate.ts';

const TOTAL = 4_400_000_000;

describe('the rate of a transfer', () => {
  test('is not guessed from the first moment', () => {
    const rate = new TransferRate();

    expect(rate.see({ doneBytes: 1000, totalBytes: TOTAL }, 0)).toEqual({
      doneBytes: 1000,
      totalBytes: TOTAL,
      percent: 0,
    });
    expect(rate.see({ doneBytes: 2000, totalBytes: TOTAL }, 100).bytesPerSecond).toBeUndefined();
  });

  test('is that of the last seconds, so that a stall shows', () => {
    const rate = new TransferRate();
    rate.see({ doneBytes: 0, totalBytes: TOTAL }, 0);
    const early = rate.see({ doneBytes: 100_000_000, totalBytes: TOTAL }, 1000);
    rate.see({ doneBytes: 100_000_000, totalBytes: TOTAL }, 11_000);

    const late = rate.see({ doneBytes: 100_000_000, totalBytes: TOTAL }, 12_000);

    expect(early).toMatchObject({ percent: 2, bytesPerSecond: 100_000_000, secondsLeft: 43 });
    expect(late.bytesPerSecond).toBe(0);
    expect(late.secondsLeft).toBeUndefined();
  });

  test('does not count what was on the disk before', () => {
    const rate = new TransferRate();
    rate.see({ doneBytes: 4_000_000_000, totalBytes: TOTAL }, 0);

    expect(rate.see({ doneBytes: 4_001_000_000, totalBytes: TOTAL }, 1000).bytesPerSecond).toBe(1_000_000);
  });

  test('begins anew when the transfer does', () => {
    const rate = new TransferRate();
    rate.see({ doneBytes: 4_000_000_000, totalBytes: TOTAL }, 0);
    rate.see({ doneBytes: 0, totalBytes: TOTAL }, 5000);

    expect(rate.see({ doneBytes: 2_000_000, totalBytes: TOTAL }, 6000).bytesPerSecond).toBe(2_000_000);
  });
});

test.each([
  [{ doneBytes: 0, totalBytes: 0, percent: 100 }, '0 of 0 B'],
  [{ doneBytes: 512, totalBytes: 999, percent: 51 }, '512 of 999 B'],
  [
    { doneBytes: 1.9e9, totalBytes: TOTAL, percent: 43, bytesPerSecond: 52e6, secondsLeft: 48 },
    '1.9 of 4.4 GB, 52 MB/s, 48 s left',
  ],
  [
    { doneBytes: 1e6, totalBytes: 31e6, percent: 3, bytesPerSecond: 1500, secondsLeft: 20_000 },
    '1.0 of 31 MB, 1.5 kB/s, 5.6 h left',
  ],
  [
    { doneBytes: 1e6, totalBytes: 31e6, percent: 3, bytesPerSecond: 1e5, secondsLeft: 300 },
    '1.0 of 31 MB, 100 kB/s, 5 min left',
  ],
])('%p reads as %p', (figures, text) => {
  expect(describeTransfer(figures)).toBe(text);
});
