import { describe, expect, test } from 'bun:test';
import { type Block, blocksOf, createGrowingReader, type Inline, inlineOf } from './markdown.ts';

/** As tags, to be read at a glance. */
const shown = (part: Inline): string => {
  if (part.kind === 'link') return `<a ${part.href}>${part.parts.map(shown).join('')}</a>`;
  if ('text' in part) return part.kind === 'code' ? `<code>${part.text}</code>` : part.text;
  return `<${part.kind}>${part.parts.map(shown).join('')}</${part.kind}>`;
};
const line = (text: string): string => inlineOf(text).map(shown).join('');

const drawn = (block: Block): string => {
  if (block.kind === 'code') return `<pre>${block.text}</pre>`;
  if (block.kind === 'rule') return '<hr>';
  if (block.kind === 'quote') return `<quote>${block.blocks.map(drawn).join('')}</quote>`;
  if (block.kind === 'table')
    return `<table>${block.rows.map((row) => `<tr>${row.map((cell) => `<td>${cell.map(shown).join('')}`).join('')}`).join('')}</table>`;
  if (block.kind === 'list') {
    const name = block.first === undefined ? 'ul' : `ol ${block.first}`;
    return `<${name}>${block.items.map((item) => `<li>${item.map(drawn).join('')}`).join('')}</>`;
  }
  return `<${block.kind === 'heading' ? 'h' : 'p'}>${block.parts.map(shown).join('')}`;
};
const all = (...lines: string[]): string => blocksOf(lines.join('\n')).map(drawn).join('');

describe('marks within a line', () => {
  test.each([
    ['**bold** and *soft*', '<strong>bold</strong> and <em>soft</em>'],
    ['**all *of* it**', '<strong>all <em>of</em> it</strong>'],
    ['~~gone~~', '<del>gone</del>'],
    ['`a ** b` and ``c ` d``', '<code>a ** b</code> and <code>c ` d</code>'],
    ['[docs](https://example.com/a) here', '<a https://example.com/a>docs</a> here'],
    ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
    ['2*3*4 and a * b * c', '2*3*4 and a * b * c'],
    ['snake_case and __proto__', 'snake_case and __proto__'],
    ['**not closed, `nor this', '**not closed, `nor this'],
    ['<script>x</script> &amp;', '<script>x</script> &amp;'],
    ['[object Object] ](', '[object Object] ]('],
    ['****', '****'],
    ['\\*plain\\* and 1\\. so', '*plain* and 1. so'],
    ['_soft_ and ***both***', '<em>soft</em> and <em><strong>both</strong></em>'],
    ['many **API**s, 2**3**2', 'many <strong>API</strong>s, 2**3**2'],
    ['[**all** of `it`](https://example.com)', '<a https://example.com><strong>all</strong> of <code>it</code></a>'],
    ['[Jan](https://example.com/Jan_(king))', '<a https://example.com/Jan_(king)>Jan</a>'],
    ['[a](https://example.com "Title")', '<a https://example.com>a</a>'],
    ['[a](/keys) [b](data:text/html,x) [c](//example.com)', '[a](/keys) [b](data:text/html,x) [c](//example.com)'],
    ['see https://example.com/a.', 'see <a https://example.com/a>https://example.com/a</a>.'],
    ['<https://example.com> <javascript:x>', '<a https://example.com>https://example.com</a> <javascript:x>'],
    ['![a cat](https://example.com/cat.png)', '<a https://example.com/cat.png>a cat</a>'],
    ['a ``` b ``` c', 'a <code>b</code> c'],
    ['one  \ntwo\\\nthree', 'one\ntwo\nthree'],
  ])('%p', (text, expected) => expect(line(text)).toBe(expected));
});

describe('blocks', () => {
  test('paragraphs keep their lines, and headings, rules and quotes are apart', () => {
    expect(all('# Title', 'one', 'two', '', '---', '> said', '> *so*', 'end')).toBe(
      '<h>Title<p>one\ntwo<hr><quote><p>said\n<em>so</em></quote><p>end',
    );
  });

  test('code keeps everything, also while its end has not come', () => {
    expect(all('Do:', '```js', 'if (a) {', '  **b**', '', '}', '```', 'done')).toBe(
      '<p>Do:<pre>if (a) {\n  **b**\n\n}</pre><p>done',
    );
    expect(all('```', 'half')).toBe('<pre>half</pre>');
  });

  test('lists have numbers, parts below them, and more than one block in an item', () => {
    expect(all('3. three', '   - a', '   - b', '', '4. four', '', '   ```', '   code', '   ```', '', 'end')).toBe(
      '<ol 3><li><p>three<ul><li><p>a<li><p>b</><li><p>four<pre>code</pre></><p>end',
    );
    expect(all('* one', 'goes on', '* two')).toBe('<ul><li><p>one\ngoes on<li><p>two</>');
  });

  test('tables need their line of dashes', () => {
    expect(all('| a | b |', '|---|:-:|', '| 1 | **2** |', 'after')).toBe(
      '<table><tr><td>a<td>b<tr><td>1<td><strong>2</strong></table><p>after',
    );
    expect(all('a | b', 'c | d')).toBe('<p>a | b\nc | d');
  });

  test('lists may be indented by any number of spaces, hold code and quotes, and have boxes', () => {
    expect(all('-   wide', '', '    still wide', '    - inside')).toBe(
      '<ul><li><p>wide<p>still wide<ul><li><p>inside</></>',
    );
    expect(all('1. one', '', '       code', '', '2. > said', '3) other')).toBe(
      '<ol 1><li><p>one<pre>code</pre><li><quote><p>said</quote></><ol 3><li><p>other</>',
    );
    expect(all('- [ ] to do', '- [x] done')).toBe('<ul><li><p>[ ] to do<li><p>[x] done</>');
  });

  test('a heading may be underlined or closed, and a rule is no list', () => {
    expect(all('Title', '=====', '## Closed ##', '#hashtag', '', '- - -')).toBe('<h>Title<h>Closed<p>#hashtag<hr>');
  });

  test('a mark of cells may be part of a cell', () => {
    expect(all('a | b', '--|--', '1 \\| 2 | `x \\| y`')).toBe(
      '<table><tr><td>a<td>b<tr><td>1 | 2<td><code>x | y</code></table>',
    );
  });

  test('HTML stays text, with what is marked in it', () => {
    expect(all('<div onclick="x">', '**bold**', '</div>', '', '<!-- no -->')).toBe(
      '<p><div onclick="x">\n<strong>bold</strong>\n</div><p><!-- no -->',
    );
  });

  test('nothing is too deep, too long or too strange to be shown', () => {
    const strange = ['>'.repeat(5000), '- '.repeat(2000), '`'.repeat(9999), '*'.repeat(9999), '[('.repeat(3000), '|'];
    for (const text of strange) expect(blocksOf(text).length).toBeGreaterThan(0);
    expect(blocksOf('')).toEqual([]);
  });
});

describe('a growing answer', () => {
  const ANSWER = [
    ...[
      'Intro',
      '',
      '1. one',
      '',
      '2. two',
      '   - a',
      '',
      'Text',
      'goes on',
      '---',
      '',
      '> said',
      '',
      '| a | b |',
      '|---|---|',
    ],
    ...[
      '| 1 | 2 |',
      'after',
      '',
      '```js',
      'if (a) {',
      '',
      '}',
      '```',
      '',
      '**bold',
      'and** *soft*',
      '- x',
      '- y',
      '',
      'end',
    ],
  ].join('\r\n');

  test('is read at every moment as if it ended there', () => {
    const read = createGrowingReader();
    for (let end = 0; end <= ANSWER.length; end += 1) {
      const text = ANSWER.slice(0, end);
      expect(read(text), text).toEqual(blocksOf(text));
    }
  });

  test('is not read again where it cannot change any more', () => {
    const read = createGrowingReader();
    let before = read('one\n\ntwo\n\nthree');
    for (const text of [
      'one\n\ntwo\n\nthree\n\n',
      'one\n\ntwo\n\nthree\n\n- four',
      'one\n\ntwo\n\nthree\n\n- four\n- five',
    ]) {
      const now = read(text);
      expect(now[0]).toBe(before[0]!);
      before = now;
    }
    expect(read('other')).toEqual(blocksOf('other'));
  });
});
