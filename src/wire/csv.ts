/** CSV as RFC 4180 has it, safe to open in a spreadsheet. */

/** Tells spreadsheets that the file is UTF-8. */
export const CSV_START = '\ufeff';

export const csvRow = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** A text that a spreadsheet would run as a formula is made plain text by an apostrophe before it. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
