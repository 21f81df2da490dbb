import { describe, expect, test } from 'bun:test';
import { testConfig } from '../../../test/support/test-config.ts';

const ADDRESSES = { cs: 'https://shop.example/cs', en: 'https://shop.example/en' };
const read = (legal: object, front: object = {}) =>
  testConfig({ BOREAL_LEGAL: JSON.stringify(legal), BOREAL_FRONT: JSON.stringify(front) });

function problemsOf(legal: object, front?: object): readonly string[] {
  try {
    read(legal, front);
    return [];
  } catch (error) {
    return (error as { problems: readonly string[] }).problems;
  }
}

describe('the setting legal', () => {
  test('names a version and where the texts are', () => {
    const { legal, shop } = read({ version: '3', terms: ADDRESSES, privacy: ADDRESSES });

    expect(legal).toEqual({ version: '3', terms: ADDRESSES, privacy: ADDRESSES });
    expect(shop.termsVersion).toBe('3');
  });

  test('without addresses means texts of the operator on the pages for visitors, and not our example', () => {
    const files = { cs: import.meta.path, en: import.meta.path };

    expect(read({ version: '3' }, { terms: files, privacy: files }).legal).toEqual({
      version: '3',
      terms: { cs: '/cs/terms', en: '/en/terms' },
      privacy: { cs: '/cs/privacy', en: '/en/privacy' },
    });
    expect(problemsOf({ version: '3', privacy: ADDRESSES })).toEqual([
      'legal needs legal.terms, or front.terms and the pages for visitors.',
    ]);
    expect(problemsOf({ version: '3', privacy: ADDRESSES }, { enabled: false, terms: files })).toHaveLength(1);
  });

  test('is wrong without a version, and with an address that is none', () => {
    expect(problemsOf({ terms: ADDRESSES, privacy: ADDRESSES })).toHaveLength(1);
    expect(problemsOf({ version: '3', terms: { cs: 'javascript:alert(1)', en: 'x' }, privacy: ADDRESSES })).toEqual([
      'legal.terms.cs must be an http or https address.',
      'legal.terms.en must be an http or https address.',
    ]);
  });
});
