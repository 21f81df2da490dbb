/**
 * The Markdown of terms, read by `marked`: headings, paragraphs, lists, tables, quotes, marks within lines, and links to
 * https and mailto addresses. Everything else, HTML included, is shown as it is written.
 */
import { getDefaults, Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from 'marked';
import { type Html, html } from '../../lib/html.ts';

export const renderMarkdown = (text: string): readonly Html[] =>
  new Lexer({ ...getDefaults(), tokenizer: new TermsTokenizer() }).lex(text.replaceAll(BRACKET, '$1. ')).map(write);

/** `2)` goes on with a list that began with `1.`, as its author meant it. */
const BRACKET = /^( *\d{1,3})\) /gm;

class TermsTokenizer extends Tokenizer {
  override html(): undefined {}

  override tag(): undefined {}

  /** Stars alone are text. */
  override hr(source: string): Tokens.Hr | undefined {
    return source.startsWith('**') ? undefined : super.hr(source);
  }

  /** Word processors leave spaces within bold words. */
  override emStrong(source: string, masked: string, before = ''): Tokens.Em | Tokens.Strong | undefined {
    const end = source.startsWith('**') ? source.indexOf('**', 2) : -1;
    const found = super.emStrong(source, masked, before);
    if (found || end < 3) return found;
    const text = source.slice(2, end);
    return { type: 'strong', raw: source.slice(0, end + 2), text, tokens: this.lexer.inlineTokens(text) };
  }
}

const inside = (tokens: readonly Token[]): readonly Html[] => tokens.map(write);

function write(token: Token): Html {
  const known = token as MarkedToken;
  switch (known.type) {
    // The page has its own title, so that headings begin one level below.
    case 'heading':
      return known.depth > 2 ? html`<h3>${inside(known.tokens)}</h3>\n` : html`<h2>${inside(known.tokens)}</h2>\n`;
    case 'paragraph':
      return html`<p>${inside(known.tokens)}</p>\n`;
    case 'list': {
      const items = known.items.map(({ tokens }) => html`<li>${inside(tokens)}</li>`);
      if (!known.ordered) return html`<ul>${items}</ul>\n`;
      const start = Number(known.start);
      return start === 1 ? html`<ol>${items}</ol>\n` : html`<ol start="${start}">${items}</ol>\n`;
    }
    case 'table': {
      const head = known.header.map(({ tokens }) => html`<th>${inside(tokens)}</th>`);
      const rows = known.rows.map((row) => row.map(({ tokens }) => html`<td>${inside(tokens)}</td>`));
      const body = rows.map((row) => html`<tr>${row}</tr>`);
      return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>\n`;
    }
    case 'blockquote':
      return html`<blockquote>${inside(known.tokens)}</blockquote>\n`;
    case 'hr':
      return html`<hr>\n`;
    case 'code':
      return html`<p>${known.text}</p>\n`;
    case 'strong':
      return html`<strong>${inside(known.tokens)}</strong>`;
    case 'em':
      return html`<em>${inside(known.tokens)}</em>`;
    case 'link':
      return isSafe(known.href) ? html`<a href="${known.href}">${inside(known.tokens)}</a>` : html`${known.raw}`;
    case 'br':
      return html`<br>`;
    case 'escape':
      return html`${known.text}`;
    case 'text':
      return known.tokens ? html`${inside(known.tokens)}` : html`${known.text.replaceAll('\n', ' ')}`;
    default:
      return html`${token.raw}`;
  }
}

/** An address that is not https or mailto leads nowhere: its link stays text. */
const isSafe = (href: string): boolean => ['https:', 'mailto:'].includes(URL.parse(href)?.protocol ?? '');
