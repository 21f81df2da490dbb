import { describe, expect, test } from 'bun:test';
import { SIGN_IN_EMAILS, type SignInEmailKind } from '../../features/sign-in/sign-in-emails.ts';
import { renderEmail } from './render-email.ts';

const KINDS = Object.keys(SIGN_IN_EMAILS) as SignInEmailKind[];

describe('e-mails', () => {
  test.each(KINDS)('%s exists in both languages, with the same parts', (kind) => {
    const [cs, en] = (['cs', 'en'] as const).map((language) =>
      SIGN_IN_EMAILS[kind][language]({ service: 'Sever', detail: 'x' }),
    );

    expect(cs!.subject).not.toBe(en!.subject);
    expect(cs!.subject).toContain('Sever');
    expect([cs!.sentences.length, cs!.link === undefined]).toEqual([en!.sentences.length, en!.link === undefined]);
  });

  test('whatever is written in them stays text', () => {
    const image = '<img src="https://evil.example/x">';
    const link = { href: 'https://boreal.example/?a=1&b="<', label: image };

    const { html } = renderEmail('a@example.com', { subject: 's', parts: [image, link, { rows: [[image, image]] }] });

    expect(html.split('&lt;img src=&quot;https://evil.example/x&quot;&gt;').length - 1).toBe(4);
    expect(html).toContain('href="https://boreal.example/?a=1&amp;b=&quot;&lt;"');
    expect(html).not.toContain('<img');
  });

  test('have a layout that mail programs keep: the subject as title, a button, lines between rows, and no style sheet', () => {
    const link = { href: 'https://boreal.example/', label: 'Open' };
    const { html } = renderEmail('a@example.com', {
      subject: 'A & B',
      parts: ['Hello.', link, { rows: [['Sum', '5']] }],
    });

    expect(html).toMatch(/<h1 style="[^"]+">A &amp; B<\/h1>/);
    expect(html).toMatch(/<a href="https:\/\/boreal\.example\/" style="[^"]*background:#0a6c74[^"]*">Open<\/a>/);
    expect(html).toMatch(/<td style="[^"]*border-top:[^"]*">5<\/td>/);
    expect(html).not.toContain('<style');
    expect(html).not.toContain('url(');
  });
});
