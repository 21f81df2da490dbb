/** HTML from templates: whatever is put in is text, unless it was made here. */
import { escapeHtml } from './escape-html.ts';

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | number | undefined | false | Html | readonly Html[];

export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(strings.map((string, at) => string + writePiece(pieces[at])).join(''));
}

/** Puts something between pieces, such as a comma. */
export const joined = (pieces: readonly Html[], between: string): Html =>
  new Html(pieces.map(({ text }) => text).join(escapeHtml(between)));

function writePiece(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(({ text }) => text).join('');
  return escapeHtml(String(piece));
}
