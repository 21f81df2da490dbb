import { describe, expect, test } from 'bun:test';
import { StopFilter } from './stop-filter.ts';

function run(stops: readonly string[], pieces: readonly string[]): { text: string; stop?: string } {
  const filter = new StopFilter(stops);
  let text = '';
  for (const piece of pieces) {
    const shown = filter.push(piece);
    text += shown.text;
    if (shown.stop !== undefined) return { text, stop: shown.stop };
  }
  return { text: text + filter.end() };
}

describe('a stop sequence', () => {
  const TEXT = 'one two END three';

  test('ends the text before it, however the text is cut', () => {
    for (let size = 1; size <= TEXT.length; size++) {
      const pieces = TEXT.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
      expect(run(['END'], pieces)).toEqual({ text: 'one two ', stop: 'END' });
    }
  });

  test('that only begins is shown in the end', () => {
    expect(run(['END'], ['one E', 'N'])).toEqual({ text: 'one EN' });
    expect(run(['aab'], ['a', 'a', 'a', 'b'])).toEqual({ text: 'a', stop: 'aab' });
  });

  test('that comes first wins, and is named', () => {
    expect(run(['three', 'two'], [TEXT])).toEqual({ text: 'one ', stop: 'two' });
  });

  test('may be absent', () => {
    expect(run([], ['a', 'b'])).toEqual({ text: 'ab' });
    expect(run([''], ['a'])).toEqual({ text: 'a' });
  });
});
