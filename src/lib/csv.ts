/** CSV as RFC 4180 has it, safe to open in a spreadsheet. */

/** Tells spreadsheets that the file is UTF-8. */
export const CSV_START = '\ufeff';

export const csvRow = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;

/**
 * A text that a spreadsheet would run as a formula is made plain text by an apostrophe before it. Spreadsheets that expect
 * semicolons or tabs between cells, as Czech ones do, split a cell of ours there, so what follows them is guarded too.
 */
function cell(value: string | number): string {
  const text = typeof value === 'string' ? value.replaceAll(/(^|[;,\t\r\n])(?=[=+\-@\t\r])/g, "$1'") : String(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
