/**
 * The Markdown that models write, as blocks to be drawn. `marked` reads it; here is what an answer means otherwise than a
 * document does. HTML stays text. An answer that still grows is read as if it ended here.
 */
import { getDefaults, Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from 'marked';
import type { CodeLanguage } from '../../../../src/lib/highlight.ts';

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'del'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly parts: readonly Inline[] };

export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: CodeLanguage | undefined }
  | { readonly kind: 'list'; readonly first: number | undefined; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'rule' };

/** What people call the languages that have colours. */
const LANGUAGES: ReadonlyMap<string, CodeLanguage> = new Map([
  ...['json', 'jsonc'].map((name) => [name, 'json'] as const),
  ...['sh', 'bash', 'shell', 'zsh', 'console'].map((name) => [name, 'shell'] as const),
  ...['py', 'python'].map((name) => [name, 'python'] as const),
  ...['js', 'jsx', 'javascript', 'ts', 'tsx', 'typescript'].map((name) => [name, 'typescript'] as const),
]);

const languageOf = (written = ''): CodeLanguage | undefined => LANGUAGES.get(written.toLowerCase().split(' ')[0]!);

/** Deeper quotes and lists stay text. */
const DEPTH_MAX = 6;

export const blocksOf = (text: string): readonly Block[] => tokensOf(text).flatMap(blockOf);

export const inlineOf = (text: string): readonly Inline[] => createLexer().inlineTokens(text).flatMap(inlineFrom);

/**
 * Reads a text again and again while it grows. Only the last two blocks can still change (a `2` below a list may become
 * `2.`, its next item), so that only they are read anew, and the others are the same objects as before.
 */
export function createGrowingReader(): (text: string) => readonly Block[] {
  let settledText = '';
  let settled: readonly Block[] = [];
  return (text) => {
    const whole = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    if (!whole.startsWith(settledText)) {
      settledText = '';
      settled = [];
    }
    const tokens = tokensOf(whole.slice(settledText.length));
    const starts = tokens.flatMap(({ type }, at) => (type === 'space' ? [] : at));
    const openAt = starts.at(-2) ?? 0;
    const above = tokens.slice(0, openAt);
    settledText += above.map(({ raw }) => raw).join('');
    settled = [...settled, ...above.flatMap(blockOf)];
    return [...settled, ...tokens.slice(openAt).flatMap(blockOf)];
  };
}

const createLexer = () => new Lexer({ ...getDefaults(), tokenizer: new AnswerTokenizer() });

/** A line that begins like HTML ends a paragraph of a document. Here it is text, and goes on with it. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const token of createLexer().lex(text)) {
    const last = tokens.at(-1);
    if (token.type === 'paragraph' && last?.type === 'paragraph') {
      const line = { type: 'text', raw: '\n', text: '\n' };
      const inner = [...(last.tokens ?? []), line, ...(token.tokens ?? [])];
      tokens[tokens.length - 1] = { ...last, raw: last.raw + token.raw, tokens: inner };
    } else tokens.push(token);
  }
  return tokens;
}

class AnswerTokenizer extends Tokenizer {
  #depth = 0;

  override html(): undefined {}

  override tag(): undefined {}

  override list(source: string): Tokens.List | undefined {
    return this.#deeper(() => super.list(source));
  }

  /** A line without its mark is below the quote. */
  override blockquote(source: string): Tokens.Blockquote | undefined {
    const quoted = linesWhile(source, (line) => line.trimStart().startsWith('>'));
    return this.#deeper(() => super.blockquote(quoted));
  }

  /** A line without cells is below the table. */
  override table(source: string): Tokens.Table | undefined {
    return super.table(linesWhile(source, (line) => line.includes('|')));
  }

  /** Within words and numbers they are no marks: 2*3*4 is arithmetic, and __proto__ is a name. */
  override emStrong(source: string, masked: string, before = ''): Tokens.Em | Tokens.Strong | undefined {
    const token = source.startsWith('__') ? undefined : super.emStrong(source, masked, before);
    if (!token) return undefined;
    const after = source[token.raw.length];
    const isPart = token.type === 'em' ? isOfWord : isDigit;
    return isPart(before) || isPart(after) || after === '_' ? undefined : token;
  }

  #deeper<T>(read: () => T): T | undefined {
    if (this.#depth >= DEPTH_MAX) return undefined;
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}

/** Looks no further than it has to: it is asked at the beginning of every block. */
function linesWhile(source: string, isOne: (line: string) => boolean): string {
  let end = 0;
  while (end < source.length) {
    const newline = source.indexOf('\n', end);
    const next = newline < 0 ? source.length : newline + 1;
    if (!isOne(source.slice(end, next))) break;
    end = next;
  }
  return source.slice(0, end);
}

const isDigit = (one = ''): boolean => one !== '' && one >= '0' && one <= '9';
const isOfWord = (one = ''): boolean => one.toLowerCase() !== one.toUpperCase() || isDigit(one);

function blockOf(token: Token): readonly Block[] {
  const known = token as MarkedToken;
  switch (known.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return [{ kind: 'heading', parts: known.tokens.flatMap(inlineFrom) }];
    case 'code':
      return [
        {
          kind: 'code',
          text: known.codeBlockStyle === 'indented' ? known.text.trimEnd() : known.text,
          language: languageOf(known.lang),
        },
      ];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'blockquote':
      return [{ kind: 'quote', blocks: known.tokens.flatMap(blockOf) }];
    case 'list': {
      const first = known.ordered ? Number(known.start) : undefined;
      return [{ kind: 'list', first, items: known.items.map(itemOf) }];
    }
    case 'table': {
      const rows = [known.header, ...known.rows].map((row) => row.map(({ tokens }) => tokens.flatMap(inlineFrom)));
      return [{ kind: 'table', rows }];
    }
    default:
      return [{ kind: 'paragraph', parts: partsOf(token) }];
  }
}

/** The box of a task stands before the words of its item. */
function itemOf({ tokens }: Tokens.ListItem): readonly Block[] {
  const [box, words, ...rest] = tokens;
  if (box?.type !== 'checkbox' || !words) return tokens.flatMap(blockOf);
  return [{ kind: 'paragraph', parts: [...partsOf(box), ...partsOf(words)] }, ...rest.flatMap(blockOf)];
}

const partsOf = (token: Token): readonly Inline[] =>
  'tokens' in token && token.tokens ? token.tokens.flatMap(inlineFrom) : [{ kind: 'text', text: token.raw }];

function inlineFrom(token: Token): readonly Inline[] {
  const known = token as MarkedToken;
  switch (known.type) {
    case 'em':
    case 'strong':
    case 'del':
      return [{ kind: known.type, parts: partsOf(known) }];
    case 'codespan':
      return [{ kind: 'code', text: known.text }];
    case 'br':
      return [{ kind: 'text', text: '\n' }];
    // Nothing is fetched from elsewhere: an image is a link to it.
    case 'image':
    case 'link':
      return isSafe(known.href)
        ? [{ kind: 'link', href: known.href, parts: partsOf(known) }]
        : [{ kind: 'text', text: known.raw }];
    case 'text':
    case 'escape':
      return [{ kind: 'text', text: known.text }];
    default:
      return [{ kind: 'text', text: token.raw }];
  }
}

/** An address that is not of the web or of mail leads nowhere: its link stays text. */
const isSafe = (href: string): boolean => ['https:', 'http:', 'mailto:'].includes(URL.parse(href)?.protocol ?? '');
