/** Sets of texts as a grammar. Common beginnings are written once, so that a long list does not mean many open paths. */
import { charClass, type GrammarBuilder, literal } from './grammar-builder.ts';

type Node = { readonly next: Map<string, Node>; isEnd: boolean };

/** Exactly one of these texts. */
export function oneOfTexts(builder: GrammarBuilder, texts: readonly string[]): string {
  return writeNode(builder, treeOf(texts));
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

function writeNode(builder: GrammarBuilder, root: Node): string {
  const branches = [...root.next].map(([char, child]) => {
    let text = char;
    let node = child;
    while (!node.isEnd && node.next.size === 1) {
      const [nextChar, nextNode] = [...node.next][0]!;
      text += nextChar;
      node = nextNode;
    }
    if (node.next.size === 0) return literal(text);
    const rest = writeNode(builder, node);
    return node.isEnd ? `${literal(text)} ${builder.rule('ending', rest)}?` : `${literal(text)} (${rest})`;
  });
  return branches.join(' | ');
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
