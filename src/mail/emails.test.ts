import { describe, expect, test } from 'bun:test';
import { letterOf } from '../auth/emails.ts';
import { LETTER_TEXTS, type LetterKind } from './sign-in-emails.ts';

const KINDS = Object.keys(LETTER_TEXTS) as LetterKind[];

describe('letters', () => {
  test.each(KINDS)('%s exists in both languages, with the same parts', (kind) => {
    const [cs, en] = (['cs', 'en'] as const).map((language) =>
      LETTER_TEXTS[kind][language]({ service: 'Sever', detail: 'x' }),
    );

    expect(cs!.subject).not.toBe(en!.subject);
    expect(cs!.subject).toContain('Sever');
    expect([cs!.sentences.length, cs!.link === undefined]).toEqual([en!.sentences.length, en!.link === undefined]);
  });

  test('whatever is written in them stays text', () => {
    const text = { subject: 's', sentences: ['<img src="https://evil.example/x">'], link: 'Open "it"' };

    const { html } = letterOf(text, { to: 'a@example.com', link: 'https://boreal.example/?a=1&b="<' });

    expect(html).toContain('&lt;img src=&quot;https://evil.example/x&quot;&gt;');
    expect(html).toContain('href="https://boreal.example/?a=1&amp;b=&quot;&lt;"');
    expect(html).not.toContain('<img');
  });
});
