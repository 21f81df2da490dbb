import { describe, expect, test } from 'bun:test';
import { renderMarkdown } from './simple-markdown.ts';

const rendered = (text: string): string =>
  renderMarkdown(text)
    .map((part) => part.text)
    .join('')
    .replaceAll('\n', '');

describe('the Markdown of terms', () => {
  test.each([
    ['# One\n## Two\n### Three', '<h2>One</h2><h2>Two</h2><h3>Three</h3>'],
    ['first\nline\n\nsecond', '<p>first line</p><p>second</p>'],
    ['intro:\n- a\n  more\n- b\n\nend', '<p>intro:</p><ul><li>a more</li><li>b</li></ul><p>end</p>'],
    ['1. a\r\n2) b', '<ol><li>a</li><li>b</li></ol>'],
    ['**bold** and ** not **', '<p><strong>bold</strong> and <strong> not </strong></p>'],
    ['a ** b', '<p>a ** b</p>'],
    ['****', '<p>****</p>'],
    ['see [us](https://example.com/x?a=1&b=2).', '<p>see <a href="https://example.com/x?a=1&amp;b=2">us</a>.</p>'],
    ['[mail](mailto:a@b.cz)', '<p><a href="mailto:a@b.cz">mail</a></p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    ['[x](/keys) [y](https://e.cz)', '<p>[x](/keys) <a href="https://e.cz">y</a></p>'],
    ['<b>&"\'</b>', '<p>&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;</p>'],
    ['](', '<p>](</p>'],
    ['', ''],
  ])('%j', (text, html) => {
    expect(rendered(text)).toBe(html);
  });

  test('a long text with endless marks is rendered at once', () => {
    const long = '[x](y) ** '.repeat(20_000);

    expect(rendered(long).length).toBeGreaterThan(100_000);
  });
});
