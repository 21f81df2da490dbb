/**
 * The Markdown that models write: paragraphs, headings, lists, code, quotes, tables, rules, **bold**, *italics*,
 * ~~struck out~~ and links. HTML stays text. An answer that still grows is read as if it ended here.
 */

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'del'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly text: string };

export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly first: number | undefined; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'rule' };

/** Deeper quotes and lists stay text. */
const DEPTH_MAX = 6;

export const blocksOf = (text: string): readonly Block[] => blocksIn(text.replaceAll('\r\n', '\n').split('\n'), 0);

/** Each reader takes the lines from `at` on, and says how many of them were its own. */
type Reader = (
  lines: readonly string[],
  at: number,
  depth: number,
) => { readonly block: Block; readonly taken: number } | undefined;

function blocksIn(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at]!.trim() === '') {
      at += 1;
      continue;
    }
    const { block, taken } = specialAt(lines, at, depth) ?? paragraphAt(lines, at, depth);
    blocks.push(block);
    at += taken;
  }
  return blocks;
}

function specialAt(lines: readonly string[], at: number, depth: number): ReturnType<Reader> {
  for (const read of READERS) {
    const found = read(lines, at, depth);
    if (found) return found;
  }
  return undefined;
}

function paragraphAt(lines: readonly string[], at: number, depth: number) {
  let end = at + 1;
  while (end < lines.length && lines[end]!.trim() !== '' && !specialAt(lines, end, depth)) end += 1;
  const text = lines.slice(at, end).join('\n').trim();
  return { block: { kind: 'paragraph', parts: inlineOf(text) } as const, taken: end - at };
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

function readCode(lines: readonly string[], at: number): ReturnType<Reader> {
  const fence = fenceOf(lines[at]!);
  if (!fence) return undefined;
  const isEnd = (line: string) => line.trim().length >= fence.length && isOnly(line.trim(), fence[0]!);
  const found = lines.findIndex((line, i) => i > at && isEnd(line));
  const end = found < 0 ? lines.length : found;
  const indent = indentOf(lines[at]!);
  const text = lines.slice(at + 1, end).map((line) => line.slice(Math.min(indent, indentOf(line))));
  return { block: { kind: 'code', text: text.join('\n') }, taken: end + 1 - at };
}

/** The marks that begin a block of code; what follows them names its language. */
function fenceOf(line: string): string | undefined {
  const text = line.trimStart();
  const mark = text[0];
  if (mark !== '`' && mark !== '~') return undefined;
  let length = 1;
  while (text[length] === mark) length += 1;
  return length >= 3 && !text.slice(length).includes('`') ? text.slice(0, length) : undefined;
}

const isOnly = (text: string, mark: string): boolean => text !== '' && [...text].every((one) => one === mark);

function readHeading(lines: readonly string[], at: number): ReturnType<Reader> {
  const text = lines[at]!.trim();
  const space = text.indexOf(' ');
  if (space < 1 || space > 6 || !isOnly(text.slice(0, space), '#')) return undefined;
  return { block: { kind: 'heading', parts: inlineOf(text.slice(space).trim()) }, taken: 1 };
}

function readRule(lines: readonly string[], at: number): ReturnType<Reader> {
  const text = lines[at]!.replaceAll(' ', '');
  const isRule = text.length >= 3 && ['-', '*', '_'].some((mark) => isOnly(text, mark));
  return isRule ? { block: { kind: 'rule' }, taken: 1 } : undefined;
}

function readQuote(lines: readonly string[], at: number, depth: number): ReturnType<Reader> {
  const isQuoted = (line: string | undefined) => line?.trimStart().startsWith('>') ?? false;
  if (depth >= DEPTH_MAX || !isQuoted(lines[at])) return undefined;
  let end = at + 1;
  while (isQuoted(lines[end])) end += 1;
  const inside = lines.slice(at, end).map((line) => {
    const text = line.trimStart().slice(1);
    return text.startsWith(' ') ? text.slice(1) : text;
  });
  return { block: { kind: 'quote', blocks: blocksIn(inside, depth + 1) }, taken: end - at };
}

type Item = { readonly indent: number; readonly text: string; readonly number: number | undefined };

function itemOf(line: string | undefined): Item | undefined {
  const text = line?.trimStart() ?? '';
  const space = text.indexOf(' ');
  if (line === undefined || space < 1 || space > 4) return undefined;
  const about = { indent: indentOf(line), text: text.slice(space + 1) };
  const mark = text.slice(0, space);
  if (mark === '-' || mark === '*' || mark === '+' || mark === '•') return { ...about, number: undefined };
  const digits = mark.slice(0, -1);
  const isNumber = (mark.endsWith('.') || mark.endsWith(')')) && digits !== '' && [...digits].every(isDigit);
  return isNumber ? { ...about, number: Number(digits) } : undefined;
}

const isDigit = (one: string): boolean => one >= '0' && one <= '9';

/** What is indented further than its item belongs to it, also after an empty line. */
function readList(lines: readonly string[], at: number, depth: number): ReturnType<Reader> {
  const first = itemOf(lines[at]);
  if (!first || depth >= DEPTH_MAX) return undefined;
  const isNext = (item: Item | undefined) =>
    item && item.indent < first.indent + 2 && (item.number === undefined) === (first.number === undefined);
  const items: string[][] = [];
  let end = at;
  for (let i = at; i < lines.length; i += 1) {
    const line = lines[i]!;
    const item = itemOf(line);
    if (isNext(item)) items.push([item!.text]);
    else if (line.trim() === '') items.at(-1)!.push('');
    else if (indentOf(line) >= first.indent + 2) items.at(-1)!.push(line.slice(first.indent + 2));
    else if (lines[i - 1]!.trim() !== '' && !specialAt(lines, i, depth)) items.at(-1)!.push(line);
    else break;
    if (line.trim() !== '') end = i + 1;
  }
  const blocks = items.map((inside) => blocksIn(inside, depth + 1));
  return { block: { kind: 'list', first: first.number, items: blocks }, taken: end - at };
}

/** A line of cells above a line of dashes; the rows go on while there are cells. */
function readTable(lines: readonly string[], at: number): ReturnType<Reader> {
  const below = lines[at + 1]?.trim() ?? '';
  const isTable = lines[at]!.includes('|') && below.includes('|') && below.includes('-');
  if (!isTable || ![...below].every((one) => '|-: '.includes(one))) return undefined;
  let end = at + 2;
  while (lines[end]?.includes('|')) end += 1;
  const rows = [lines[at]!, ...lines.slice(at + 2, end)].map((line) => cellsOf(line).map(inlineOf));
  return { block: { kind: 'table', rows }, taken: end - at };
}

function cellsOf(line: string): readonly string[] {
  const text = line.trim();
  const from = text.startsWith('|') ? 1 : 0;
  const to = text.length > 1 && text.endsWith('|') ? text.length - 1 : text.length;
  return text
    .slice(from, to)
    .split('|')
    .map((cell) => cell.trim());
}

const READERS: readonly Reader[] = [readCode, readHeading, readRule, readQuote, readList, readTable];

/** Marks within a line, from left to right. A mark without its end is text. */
export function inlineOf(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const found = markAt(text, at);
    if (!found) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) parts.push({ kind: 'text', text: plain });
    plain = '';
    parts.push(found.part);
    at = found.end;
  }
  return plain ? [...parts, { kind: 'text', text: plain }] : parts;
}

type Mark = { readonly part: Inline; readonly end: number } | undefined;

function markAt(text: string, at: number): Mark {
  if (text[at] === '`') return codeAt(text, at);
  if (text[at] === '[') return linkAt(text, at);
  if (text[at] === '*') return around(text, at, '**', 'strong') ?? around(text, at, '*', 'em');
  return text[at] === '~' ? around(text, at, '~~', 'del') : undefined;
}

function codeAt(text: string, at: number): Mark {
  const mark = text[at + 1] === '`' ? '``' : '`';
  const end = text.indexOf(mark, at + mark.length);
  if (end <= at + mark.length) return undefined;
  return { part: { kind: 'code', text: text.slice(at + mark.length, end).trim() }, end: end + mark.length };
}

/** An address that is not of the web or of mail leads nowhere: its link stays text. */
function linkAt(text: string, at: number): Mark {
  const middle = text.indexOf('](', at);
  const end = middle < 0 ? -1 : text.indexOf(')', middle);
  if (end < 0) return undefined;
  const [label, href] = [text.slice(at + 1, middle), text.slice(middle + 2, end)];
  const isSafe = ['https:', 'http:', 'mailto:'].includes(URL.parse(href)?.protocol ?? '');
  if (!isSafe || label === '' || label.includes('[')) return undefined;
  return { part: { kind: 'link', href, text: label }, end: end + 1 };
}

const isOfWord = (one = ''): boolean => one.toLowerCase() !== one.toUpperCase() || (one !== '' && isDigit(one));

/** Marks touch what they are around, and words do not touch them: 2*3*4 is arithmetic. */
function around(text: string, at: number, mark: string, kind: 'strong' | 'em' | 'del'): Mark {
  const from = at + mark.length;
  const isOpening = text.startsWith(mark, at) && !isOfWord(text[at - 1]) && (text[from] ?? ' ').trim() !== '';
  if (!isOpening) return undefined;
  for (let end = text.indexOf(mark, from + 1); end > 0; end = text.indexOf(mark, end + mark.length)) {
    const after = end + mark.length;
    // The end of **bold** within *italics* is not the end of the italics.
    const isDoubled = mark === '*' && (text[after] === '*' || text[end - 1] === '*');
    if (isDoubled || text[end - 1]!.trim() === '' || isOfWord(text[after])) continue;
    return { part: { kind, parts: inlineOf(text.slice(from, end)) }, end: after };
  }
  return undefined;
}
