/** Finds the regular expressions that are written in a source file. */
type RegexLiteral = { readonly line: number; readonly source: string; readonly flags: string };

/** One token at a time: what is neither of these is a single character. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[dgimsuvy]*|[\w$]+|=>|\s+|[\s\S]/gy;
/** After these words a slash begins an expression; after any other word or a closing bracket it divides. */
const BEFORE_EXPRESSION = new Set(['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void', 'yield', 'await']);

/** The text of a template, up to its end or to where code begins in it. */
const TEMPLATE_TEXT = /(?:\\[\s\S]|\$(?!\{)|[^\\$`])*(?:`|\$\{)/y;

/** Of a template, only what is between `${` and `}` is code. A slash after `<` ends a tag. */
export function regexLiteralsIn(text: string): readonly RegexLiteral[] {
  const found: RegexLiteral[] = [];
  const skipTemplateText = templateReader(text);
  let before = '';
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [token] = match;
    if (/^\s|^\/[/*]/.test(token)) continue;
    const afterText = skipTemplateText(token, TOKEN.lastIndex);
    if (afterText !== undefined) {
      TOKEN.lastIndex = afterText;
      before = text[afterText - 1] ?? '';
      continue;
    }
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

/** Given each token of the code: where the text that it opens or goes on with ends. */
function templateReader(text: string) {
  /** For each `${` that is open, how many braces are open in it. */
  const open: number[] = [];
  const opensText = (token: string): boolean => {
    if (token === '`') return true;
    const braces = open.length - 1;
    if (token === '{' && braces >= 0) open[braces]! += 1;
    if (token !== '}' || braces < 0) return false;
    if (open[braces] === 0) return open.pop() === 0;
    open[braces]! -= 1;
    return false;
  };
  return (token: string, at: number): number | undefined => {
    if (!opensText(token)) return undefined;
    TEMPLATE_TEXT.lastIndex = at;
    const match = TEMPLATE_TEXT.exec(text);
    if (match?.[0].endsWith('{')) open.push(0);
    return match ? TEMPLATE_TEXT.lastIndex : text.length;
  };
}

const mayBegin = (before: string): boolean =>
  before === '' || before === '=>' || BEFORE_EXPRESSION.has(before) || /^[([{,;=:!&|?+\-*%~^}]$/.test(before);
