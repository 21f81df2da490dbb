/**
 * The part of Markdown that terms need: headings, paragraphs, lists with `-` or `1.`, **bold**, and links to https and
 * mailto addresses. Everything else, HTML included, is shown as it is written.
 */
import { type Html, html } from '../../lib/html.ts';

export function renderMarkdown(text: string): readonly Html[] {
  const blocks: Html[] = [];
  let lines: string[] = [];
  const close = () => {
    if (lines.length > 0) blocks.push(blockOf(lines));
    lines = [];
  };
  for (const line of text.replaceAll('\r', '').split('\n')) {
    const heading = headingOf(line);
    const isOther = lines.length > 0 && itemOf(line) !== undefined && itemOf(lines[0]!) === undefined;
    if (line.trim() === '' || heading || isOther) close();
    if (heading) blocks.push(heading);
    else if (line.trim() !== '') lines.push(line.trim());
  }
  close();
  return blocks;
}

/** The page has its own title, so that headings begin one level below. */
function headingOf(line: string): Html | undefined {
  const level = line.startsWith('### ') ? 3 : line.startsWith('## ') ? 2 : line.startsWith('# ') ? 1 : 0;
  if (level === 0) return undefined;
  const content = inline(line.slice(level + 1).trim());
  return level === 3 ? html`<h3>${content}</h3>\n` : html`<h2>${content}</h2>\n`;
}

function blockOf(lines: readonly string[]): Html {
  const first = itemOf(lines[0]!);
  if (!first) return html`<p>${inline(lines.join(' '))}</p>\n`;
  const items: string[] = [];
  for (const line of lines) {
    const item = itemOf(line);
    if (item) items.push(item.text);
    else items[items.length - 1] += ` ${line}`;
  }
  const list = items.map((item) => html`<li>${inline(item)}</li>`);
  return first.isNumbered ? html`<ol>${list}</ol>\n` : html`<ul>${list}</ul>\n`;
}

function itemOf(line: string): { readonly text: string; readonly isNumbered: boolean } | undefined {
  const trimmed = line.trimStart();
  if (trimmed.startsWith('- ') || trimmed.startsWith('* ')) return { text: trimmed.slice(2), isNumbered: false };
  const number = /^\d{1,3}[.)] /.exec(trimmed);
  return number ? { text: trimmed.slice(number[0].length), isNumbered: true } : undefined;
}

/** Bold and links, in one pass from left to right. */
function inline(text: string): readonly Html[] {
  const parts: Html[] = [];
  let rest = text;
  while (rest !== '') {
    const found = nextMark(rest);
    if (!found) break;
    parts.push(html`${rest.slice(0, found.at)}`, found.shown);
    rest = rest.slice(found.end);
  }
  return [...parts, html`${rest}`];
}

type Mark = { readonly at: number; readonly end: number; readonly shown: Html };

function nextMark(text: string): Mark | undefined {
  const marks = [nextBold(text), nextLink(text)].filter((mark) => mark !== undefined);
  return marks.toSorted((a, b) => a.at - b.at)[0];
}

function nextBold(text: string): Mark | undefined {
  const at = text.indexOf('**');
  const end = at < 0 ? -1 : text.indexOf('**', at + 2);
  if (end < at + 3) return undefined;
  return { at, end: end + 2, shown: html`<strong>${text.slice(at + 2, end)}</strong>` };
}

/** An address that is not https or mailto leads nowhere: its link stays text. */
function nextLink(text: string): Mark | undefined {
  const middle = text.indexOf('](');
  const at = middle < 0 ? -1 : text.lastIndexOf('[', middle);
  const end = at < 0 ? -1 : text.indexOf(')', middle);
  if (end < 0) return undefined;
  const [label, href] = [text.slice(at + 1, middle), text.slice(middle + 2, end)];
  const isSafe = ['https:', 'mailto:'].includes(URL.parse(href)?.protocol ?? '');
  const shown = isSafe ? html`<a href="${href}">${label}</a>` : html`${text.slice(at, end + 1)}`;
  return { at, end: end + 1, shown };
}
