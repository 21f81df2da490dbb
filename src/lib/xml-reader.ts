/**
 * XML as programs exchange it: elements, attributes and text. A document type is refused, so there are no entities but the
 * five of XML itself and numbers of characters, and nothing that could expand or be fetched.
 */

export type XmlElement = {
  /** Without the prefix of its namespace. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text directly in it. */
  readonly text: string;
};

/** The message says what is wrong; the line is counted from 1. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
  readonly line: number;

  constructor(problem: string, line: number) {
    super(problem);
    this.line = line;
  }
}

const DEPTH_MAX = 50;
const NAME = /[\p{L}_][\p{L}\p{N}_.:-]*/uy;
const ATTRIBUTE = /\s+([\p{L}_][\p{L}\p{N}_.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy;
const TAG_END = /\s*(\/?)>/y;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

type Open = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string };

export function parseXml(source: string): XmlElement {
  const document: Open = { name: '', attributes: {}, children: [], text: '' };
  const open: { readonly tag: string; readonly element: Open }[] = [{ tag: '', element: document }];
  let at = 0;

  const fail = (problem: string): never => {
    throw new XmlError(problem, source.slice(0, at).split('\n').length);
  };
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(source) ?? undefined;
    if (found) at += found[0].length;
    return found;
  };
  const textUntil = (end: string): string => {
    const to = source.indexOf(end, at);
    if (to < 0) fail(`${end} is missing; the file may be cut off.`);
    const text = source.slice(at, to);
    at = to + end.length;
    return text;
  };
  const decode = (text: string): string =>
    text.replaceAll(/&([^;&]{1,10};)?/g, (_, named?: string) => characterOf(named) ?? fail('an entity is unknown.'));

  function readStart(): void {
    const tag = match(NAME)?.[0] ?? fail('a tag has no name.');
    const element: Open = { name: localName(tag), attributes: {}, children: [], text: '' };
    for (let one = match(ATTRIBUTE); one; one = match(ATTRIBUTE)) {
      element.attributes[localName(one[1]!)] = decode(one[2] ?? one[3] ?? '');
    }
    const end = match(TAG_END) ?? fail(`the tag ${tag} does not end.`);
    open.at(-1)!.element.children.push(element);
    if (end[1] === '/') return;
    open.push({ tag, element });
    if (open.length > DEPTH_MAX) fail('the elements are too deep.');
  }

  function readMarkup(): void {
    const starts = (text: string) => {
      const isThere = source.startsWith(text, at);
      if (isThere) at += text.length;
      return isThere;
    };
    if (starts('<!--')) textUntil('-->');
    else if (starts('<![CDATA[')) open.at(-1)!.element.text += textUntil(']]>');
    else if (starts('<?')) textUntil('?>');
    else if (starts('<!')) fail('a document type is not taken.');
    else if (starts('</')) {
      const tag = match(NAME)?.[0];
      if (tag !== open.at(-1)!.tag || !match(TAG_END) || open.length === 1) fail(`${tag ?? 'a tag'} is not open here.`);
      open.pop();
    } else {
      at += 1;
      readStart();
    }
  }

  while (at < source.length) {
    const next = source.indexOf('<', at);
    const text = source.slice(at, next < 0 ? source.length : next);
    if (open.length === 1 && text.trim() !== '') fail('there is text outside of the document.');
    open.at(-1)!.element.text += decode(text);
    at += text.length;
    if (next >= 0) readMarkup();
  }
  if (open.length > 1) fail(`${open.at(-1)!.tag} does not end; the file may be cut off.`);
  return document.children.length === 1 ? document.children[0]! : fail('there is not exactly one document.');
}

const localName = (tag: string): string => tag.slice(tag.indexOf(':') + 1);

/** `named` ends with a semicolon. */
function characterOf(named: string | undefined): string | undefined {
  const name = named?.slice(0, -1) ?? '';
  if (!name.startsWith('#')) return ENTITIES[name];
  const code = /^#x[0-9a-f]+$/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1) || Number.NaN);
  const isCharacter = Number.isInteger(code) && code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

/** The first element on a path of names such as `Acct/Id/IBAN`. */
export function xmlAt(element: XmlElement | undefined, path: string): XmlElement | undefined {
  return path
    .split('/')
    .reduce<XmlElement | undefined>((parent, name) => parent?.children.find((child) => child.name === name), element);
}

/** The text of that element without spaces around it; empty where there is none. */
export const xmlTextAt = (element: XmlElement | undefined, path: string): string =>
  xmlAt(element, path)?.text.trim() ?? '';

export const xmlAll = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];
