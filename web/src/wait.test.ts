import { describe, expect, test } from 'bun:test';
import { waitText } from './wait.ts';

describe('how long to wait', () => {
  test('short waits are in seconds', () => {
    expect(waitText(42, 'en')).toBe('42 seconds');
    expect(waitText(3, 'cs')).toBe('3 sekundy');
  });

  test('longer ones are in minutes, and never too few', () => {
    expect(waitText(91, 'en')).toBe('2 minutes');
    expect(waitText(900, 'cs')).toBe('15 minut');
  });
});
