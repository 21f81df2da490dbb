import { describe, expect, test } from 'bun:test';
import { type Block, blocksOf, type Inline, inlineOf } from './markdown.ts';

/** As tags, to be read at a glance. */
const shown = (part: Inline): string => {
  if (part.kind === 'link') return `<a ${part.href}>${part.text}</a>`;
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

  test('nothing is too deep, too long or too strange to be shown', () => {
    const strange = ['>'.repeat(5000), '- '.repeat(2000), '`'.repeat(9999), '*'.repeat(9999), '[('.repeat(3000), '|'];
    for (const text of strange) expect(blocksOf(text).length).toBeGreaterThan(0);
    expect(blocksOf('')).toEqual([]);
  });
});
