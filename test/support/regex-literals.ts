/** Finds the regular expressions that are written in a source file. */
type RegexLiteral = { readonly line: number; readonly source: string; readonly flags: string };

/** One token at a time: what is neither of these is a single character. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[dgimsuvy]*|[\w$]+|=>|\s+|[\s\S]/gy;
/** After these words a slash begins an expression; after any other word or a closing bracket it divides. */
const BEFORE_EXPRESSION = new Set(['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void', 'yield', 'await']);

/** Templates are read through: what is between `${` and `}` is code like any other. A slash after `<` ends a tag. */
export function regexLiteralsIn(text: string): readonly RegexLiteral[] {
  const found: RegexLiteral[] = [];
  let before = '';
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [token] = match;
    if (/^\s|^\/[/*]/.test(token)) continue;
    const isRegex = token.length > 2 && /^\/[^>]/.test(token) && mayBegin(before);
    if (isRegex) {
      const end = token.lastIndexOf('/');
      const line = text.slice(0, match.index).split('\n').length;
      found.push({ line, source: token.slice(1, end), flags: token.slice(end + 1) });
    } else if (token.length > 2 && token.startsWith('/')) TOKEN.lastIndex = match.index + 1;
    before = isRegex ? 'regex' : token;
  }
  return found;
}

const mayBegin = (before: string): boolean =>
  before === '' || before === '=>' || BEFORE_EXPRESSION.has(before) || /^[([{,;=:!&|?+\-*%~^}]$/.test(before);
