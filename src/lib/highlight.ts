/** Code in pieces, each of a kind that has a colour. Reads every letter once, whatever it is given. */

export type CodeLanguage = 'json' | 'shell' | 'python' | 'typescript';

type Kind = 'plain' | 'string' | 'comment' | 'number' | 'word' | 'name';
type Piece = { readonly kind: Kind; readonly text: string };

type Grammar = {
  readonly comment: string;
  readonly quotes: string;
  /** Of these quotes, those that may hold lines. */
  readonly longQuotes: string;
  readonly words: ReadonlySet<string>;
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const GRAMMARS: Readonly<Record<CodeLanguage, Grammar>> = {
  json: { comment: '//', quotes: '"', longQuotes: '', words: words('true false null') },
  shell: {
    comment: '#',
    quotes: '\'"',
    longQuotes: '\'"',
    words: words('export curl echo cd npm npx pip python if then else fi for do done while case esac true false'),
  },
  python: {
    comment: '#',
    quotes: '\'"',
    longQuotes: '',
    words: words(
      'and as assert async await break class continue def del elif else except finally for from global if import in is lambda not or pass raise return try while with yield True False None',
    ),
  },
  typescript: {
    comment: '//',
    quotes: '\'"`',
    longQuotes: '`',
    words: words(
      'as async await break case catch class const continue default delete do else export extends false finally for from function if import in instanceof interface let new null of return static switch this throw true try type typeof undefined var void while yield',
    ),
  },
};

/** Whole books are not coloured: each piece is an element of the page. */
const CHARACTERS_MAX = 20_000;

export function highlighted(text: string, language: CodeLanguage): readonly Piece[] {
  if (text.length > CHARACTERS_MAX) return [{ kind: 'plain', text }];
  const pieces: Piece[] = [];
  let plainFrom = 0;
  let at = 0;
  const flush = (to: number) => {
    if (to > plainFrom) pieces.push({ kind: 'plain', text: text.slice(plainFrom, to) });
  };
  while (at < text.length) {
    const [kind, end] = pieceAt(text, at, language);
    if (kind !== 'plain') {
      flush(at);
      pieces.push({ kind, text: text.slice(at, end) });
      plainFrom = end;
    }
    at = end;
  }
  flush(at);
  return pieces;
}

function pieceAt(text: string, at: number, language: CodeLanguage): readonly [Kind, number] {
  const { comment, quotes, longQuotes, words: known } = GRAMMARS[language];
  const one = text[at]!;
  const begins = at === 0 || isSpace(text[at - 1]!);
  if (text.startsWith(comment, at) && (begins || comment !== '#')) return ['comment', lineEnd(text, at)];
  if (quotes.includes(one)) {
    const end = stringEnd(text, at, longQuotes.includes(one), language === 'shell' && one === "'");
    return [isField(text, end, language) ? 'name' : 'string', end];
  }
  if (language === 'shell' && one === '$' && isWordly(text[at + 1])) return ['name', wordEnd(text, at + 1)];
  if (language === 'shell' && one === '-' && begins) return ['name', flagEnd(text, at)];
  if (!isWordly(one)) return ['plain', at + 1];
  const end = wordEnd(text, at);
  // In a command, digits within an address are no number.
  if (one >= '0' && one <= '9') return [language === 'shell' && !begins ? 'plain' : 'number', end];
  return [known.has(text.slice(at, end)) ? 'word' : 'plain', end];
}

/** Marks behind which an address or a chain of calls may go on in the next line. */
const BREAKS_BEHIND = '/.,(?&=';
const UNBROKEN_MIN = 10;

/** The parts of a text between which its longest words may break: whole names stay whole. */
export function breakable(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  let unbroken = 0;
  for (let at = 0; at < text.length; at++) {
    unbroken = isSpace(text[at]!) ? 0 : unbroken + 1;
    if (unbroken < UNBROKEN_MIN || !BREAKS_BEHIND.includes(text[at]!) || !isBeginning(text[at + 1])) continue;
    parts.push(text.slice(from, at + 1));
    from = at + 1;
    unbroken = 0;
  }
  return [...parts, text.slice(from)];
}

/** Of a name or a quote, or of another piece. */
const isBeginning = (one: string | undefined): boolean => one === undefined || isWordly(one) || `'"$`.includes(one);

/** A backslash takes what follows it along; in single quotes of a shell it is a letter. */
function stringEnd(text: string, start: number, isLong: boolean, isRaw: boolean): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\' && !isRaw) at++;
    else if (text[at] === text[start]) return at + 1;
    else if (text[at] === '\n' && !isLong) return at;
  }
  return text.length;
}

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

function wordEnd(text: string, start: number): number {
  let end = start;
  while (isWordly(text[end])) end++;
  return end;
}

function flagEnd(text: string, start: number): number {
  let end = start;
  while (text[end] === '-' || isWordly(text[end])) end++;
  return end;
}

const isField = (text: string, end: number, language: CodeLanguage): boolean =>
  language === 'json' && text[end] === ':';

const isSpace = (one: string): boolean => one === ' ' || one === '\n' || one === '\t';

const isWordly = (one = ''): boolean =>
  one === '_' || (one >= '0' && one <= '9') || one.toLowerCase() !== one.toUpperCase();
