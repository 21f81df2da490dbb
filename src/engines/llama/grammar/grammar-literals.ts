/** Sets of texts as a grammar. Common beginnings are written once, so that a long list does not mean many open paths. */
import { charClass, type GrammarBuilder, literal } from './grammar-builder.ts';

type Node = { readonly next: Map<string, Node>; isEnd: boolean };

const CHARS_PER_STEP = 256;
const TEXTS_PER_STEP = 16;

/** Exactly one of these texts. */
export function oneOfTexts(builder: GrammarBuilder, texts: readonly string[]): string {
  return oneOfRests(builder, [...new Set(texts)], 0);
}

/** A rule for the rests of the texts from here, where all of them are equal before. */
function oneOfRests(builder: GrammarBuilder, texts: readonly string[], from: number): string {
  builder.work.count(texts.length / TEXTS_PER_STEP);
  const byFirst = new Map<number, string[]>();
  for (const text of texts) {
    const first = text.codePointAt(from);
    const same = first === undefined ? undefined : byFirst.get(first);
    if (same) same.push(text);
    else if (first !== undefined) byFirst.set(first, [text]);
  }
  return [...byFirst.values()].map((same) => branch(builder, same, from)).join(' | ');
}

/** Texts that begin with the same character. */
function branch(builder: GrammarBuilder, texts: readonly string[], from: number): string {
  const [first] = texts as [string];
  const to = commonEnd(texts, from);
  builder.work.count(((to - from) * texts.length) / CHARS_PER_STEP);
  const common = literal(first.slice(from, to));
  const longer = texts.filter((text) => text.length > to);
  if (longer.length === 0) return common;
  const rest = oneOfRests(builder, longer, to);
  return longer.length < texts.length ? `${common} ${builder.rule('ending', rest)}?` : `${common} (${rest})`;
}

/** Where the first difference is, or the shortest text ends; never within a character. */
function commonEnd([first = '', ...others]: readonly string[], from: number): number {
  let end = first.length;
  for (const other of others) {
    end = Math.min(end, other.length);
    for (let at = from; at < end; at++) if (other.charCodeAt(at) !== first.charCodeAt(at)) end = at;
  }
  const isWithin = (first.charCodeAt(end - 1) & 0xfc00) === 0xd800 && end < first.length;
  return isWithin ? end - 1 : end;
}

/**
 * A word of letters, digits and underscores that is none of these, and `rest` for what may follow its first characters.
 * To keep the grammar small, a word that shares its first three characters with one of these is left out as well.
 */
export function otherWord(texts: readonly string[], rest: string): string {
  const beginnings = texts.filter((text) => WORD.test(text)).map((text) => text.slice(0, SHARED_MAX));
  return writeOther({ node: treeOf(beginnings), depth: 0, rest });
}

const SHARED_MAX = 3;
const WORD = /^\w+$/;
const WORD_CHARS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz0123456789'];

function treeOf(texts: readonly string[]): Node {
  const root: Node = { next: new Map(), isEnd: false };
  for (const text of texts) {
    let node = root;
    for (const char of text) {
      const next: Node = node.next.get(char) ?? { next: new Map(), isEnd: false };
      node.next.set(char, next);
      node = next;
    }
    node.isEnd = true;
  }
  return root;
}

function writeOther(at: { readonly node: Node; readonly depth: number; readonly rest: string }): string {
  const { node, depth, rest } = at;
  const free = WORD_CHARS.filter((char) => !node.next.has(char)).map((char) => char.codePointAt(0)!);
  const branches = [`${charClass(free.map((code) => [code, code]))} ${rest}`];
  for (const [char, child] of node.next) {
    if (depth + 1 < SHARED_MAX) {
      branches.push(`${literal(char)} (${writeOther({ node: child, depth: depth + 1, rest })})`);
    }
  }
  const mayEndHere = depth > 0 && !node.isEnd;
  return [...branches, ...(mayEndHere ? [''] : [])].join(' | ');
}
