import { expect, test } from 'bun:test';
import { createProgressBar } from './progress-bar.ts';

function recorded(columns = 200) {
  const written: string[] = [];
  let nowMs = 0;
  const bar = createProgressBar({ write: (text) => written.push(text), columns: () => columns, nowMs: () => nowMs });
  const at = (ms: number): void => {
    nowMs = ms;
  };
  return { bar, written, at };
}

test('a progress bar shows how much, how fast and how long', () => {
  const { bar, written, at } = recorded();

  bar.update('downloading m.gguf', { doneBytes: 0, totalBytes: 100_000_000 });
  at(1000);
  bar.update('downloading m.gguf', { doneBytes: 25_000_000, totalBytes: 100_000_000 });
  bar.end();

  expect(written).toEqual([
    '\r[                        ]   0 %  0.0 of 100 MB  downloading m.gguf\x1b[K',
    '\r[######                  ]  25 %  25 of 100 MB, 25 MB/s, 3 s left  downloading m.gguf\x1b[K',
    '\n',
  ]);
});

test('it shows what is counted in something else than bytes', () => {
  const { bar, written } = recorded();

  bar.show(50, 'copy requests, 5 of 10 rows');
  bar.end();

  expect(written).toEqual(['\r[############            ]  50 %  copy requests, 5 of 10 rows\x1b[K', '\n']);
});

test('it is drawn ten times a second at most, and at the end', () => {
  const { bar, written, at } = recorded();

  for (let ms = 0; ms < 200; ms += 10) {
    at(ms);
    bar.update('x', { doneBytes: ms, totalBytes: 1000 });
  }
  bar.update('x', { doneBytes: 1000, totalBytes: 1000 });

  expect(written).toHaveLength(3);
  expect(written.at(-1)).toContain('100 %');
});

test('it never wraps, and ends only what it began', () => {
  const { bar, written } = recorded(30);

  bar.end();
  bar.update('downloading a-file-with-a-long-name.gguf', { doneBytes: 1, totalBytes: 2 });

  expect(written).toHaveLength(1);
  expect(written[0]!.replace('\r', '').replace('\x1b[K', '')).toHaveLength(29);
});
