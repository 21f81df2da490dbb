/** An answer as its Markdown means it. Elements are made one by one: nothing in an answer can become markup. */
import { createElement as element, memo, type ReactNode, useState } from 'react';
import { CodeBlock } from '../../ui/copy.tsx';
import { type Block, createGrowingReader, type Inline } from './markdown.ts';

export default function Markdown({ text }: { readonly text: string }) {
  const [read] = useState(createGrowingReader);
  return element(
    'div',
    { className: 'turn-text markdown' },
    ...read(text).map((block) => element(BlockView, { block })),
  );
}

/** A block that has not changed is not drawn again while the answer grows below it. */
const BlockView = memo(({ block }: { readonly block: Block }) => drawBlock(block));

function drawBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return element('p', null, ...block.parts.map(drawInline));
    // No heading of the page: its levels are the model's own.
    case 'heading':
      return element('p', null, element('strong', null, ...block.parts.map(drawInline)));
    case 'code':
      return <CodeBlock text={block.text} language={block.language} />;
    case 'quote':
      return element('blockquote', null, ...block.blocks.map(drawBlock));
    case 'rule':
      return <hr />;
    case 'list': {
      const items = block.items.map((blocks) => element('li', null, ...blocks.map(drawBlock)));
      return block.first === undefined
        ? element('ul', null, ...items)
        : element('ol', { start: block.first }, ...items);
    }
    case 'table':
      return drawTable(block.rows);
  }
}

function drawTable([head, ...rows]: Extract<Block, { kind: 'table' }>['rows']): ReactNode {
  const drawRow = (name: 'th' | 'td', row: (typeof rows)[number]) =>
    element('tr', null, ...head!.map((_, column) => element(name, null, ...(row[column] ?? []).map(drawInline))));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the table.
    <div className="markdown-table" tabIndex={0}>
      <table>
        <thead>{drawRow('th', head!)}</thead>
        {element('tbody', null, ...rows.map((row) => drawRow('td', row)))}
      </table>
    </div>
  );
}

function drawInline(part: Inline): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'link':
      return element('a', { href: part.href, target: '_blank', rel: 'noreferrer' }, ...part.parts.map(drawInline));
    case 'strong':
    case 'em':
    case 'del':
      return element(part.kind, null, ...part.parts.map(drawInline));
  }
}
