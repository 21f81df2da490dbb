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
    ['1. a\n   - b\n     - c\n2. d', '<ol><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ol>'],
    ['- a\n\n  more\n- b', '<ul><li><p>a</p><p>more</p></li><li><p>b</p></li></ul>'],
    ['3. third', '<ol start="3"><li>third</li></ol>'],
    ['*soft*, **_both_** and 5\\* 2\\.', '<p><em>soft</em>, <strong><em>both</em></strong> and 5* 2.</p>'],
    ['[**bold** (a)](https://e.cz/a_(b))', '<p><a href="https://e.cz/a_(b)"><strong>bold</strong> (a)</a></p>'],
    [
      '[x](data:text/html,<b>) [y](javascript&colon;a)',
      '<p>[x](data:text/html,&lt;b&gt;) [y](javascript&amp;colon;a)</p>',
    ],
    ['see https://e.cz/"x', '<p>see <a href="https://e.cz/&quot;x">https://e.cz/&quot;x</a></p>'],
    ['![logo](https://e.cz/a.png)', '<p>![logo](https://e.cz/a.png)</p>'],
    ['Terms\n=====\n\n> said\n> so', '<h2>Terms</h2><blockquote><p>said so</p></blockquote>'],
    ['a\n\n---\n\nb  \nc', '<p>a</p><hr><p>b<br>c</p>'],
    [
      '| a | b |\n|---|---|\n| **1** | <i> |',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><strong>1</strong></td><td>&lt;i&gt;</td></tr></tbody></table>',
    ],
    ['<script>\n**x**', '<p>&lt;script&gt; <strong>x</strong></p>'],
    ['    indented <b>', '<p>indented &lt;b&gt;</p>'],
  ])('%j', (text, html) => {
    expect(rendered(text)).toBe(html);
  });

  test('a long text with endless marks is rendered at once', () => {
    const long = '[x](y) ** '.repeat(20_000);

    expect(rendered(long).length).toBeGreaterThan(100_000);
  });
});
