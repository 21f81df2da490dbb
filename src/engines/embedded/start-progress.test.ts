import { expect, test } from 'bun:test';
import type { Log } from '../../platform/telemetry/log.ts';
import { type StartBar, StartProgress } from './start-progress.ts';

function recorded(bar?: StartBar) {
  const lines: string[] = [];
  let nowMs = 0;
  const log: Log = { info: (_, message) => lines.push(message), warn() {}, error() {} };
  const at = (ms: number): void => {
    nowMs = ms;
  };
  return { progress: new StartProgress(log, bar, () => nowMs), lines, at };
}

const download = (doneBytes: number) => ({
  what: 'downloading m.gguf',
  fraction: doneBytes / 100_000_000,
  doneBytes,
  totalBytes: 100_000_000,
});

test('a download is a line in the log every five seconds, and one at its end', () => {
  const { progress, lines, at } = recorded();

  for (let second = 0; second <= 12; second++) {
    at(second * 1000);
    progress.show(download(second * 8_000_000));
  }
  progress.show(download(100_000_000));

  expect(lines).toEqual([
    'embedded engine: downloading m.gguf: 0 %, 0.0 of 100 MB',
    'embedded engine: downloading m.gguf: 40 %, 40 of 100 MB, 8.0 MB/s, 8 s left',
    'embedded engine: downloading m.gguf: 80 %, 80 of 100 MB, 8.0 MB/s, 3 s left',
    'embedded engine: downloading m.gguf: 100 %, 100 of 100 MB, 8.4 MB/s, 0 s left',
  ]);
});

test('on a terminal it is a bar instead', () => {
  const drawn: unknown[] = [];
  const { progress, lines } = recorded({
    update: (what, transfer) => drawn.push([what, transfer.doneBytes]),
    end: () => drawn.push('end'),
  });

  progress.show(download(1));
  progress.end();

  expect(drawn).toEqual([['downloading m.gguf', 1], 'end']);
  expect(lines).toEqual([]);
});

test('the progress is public, and the name of the file is not', () => {
  const { progress } = recorded();
  const before = [progress.doing, progress.isLong];

  progress.show(download(43_900_000));
  const during = [progress.doing, progress.isLong];
  progress.show(download(100_000_000));
  const loading = [progress.doing, progress.isLong];
  progress.end();

  expect(before).toEqual([undefined, false]);
  expect(during).toEqual(['downloading 43 %', true]);
  expect(loading).toEqual(['downloading 100 %', false]);
  expect(progress.doing).toBeUndefined();
});

test('short work is a line for every tenth, and worth waiting for', () => {
  const { progress, lines } = recorded();

  for (let i = 0; i <= 75; i++) progress.show({ what: 'loading my-model.gguf', fraction: i / 75 });

  expect(lines).toHaveLength(11);
  expect(progress.isLong).toBe(false);
});
