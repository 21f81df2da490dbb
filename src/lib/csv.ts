/** CSV as RFC 4180 has it, or as Czech spreadsheets read it; safe to open in either. */

/** Tells spreadsheets that the file is UTF-8. */
export const CSV_START = '\ufeff';

/** `excel-cs`: semicolons between cells and commas in numbers, as Excel expects them where Windows is Czech. */
export const CSV_FORMS = ['plain', 'excel-cs'] as const;
export type CsvForm = (typeof CSV_FORMS)[number];

/** A decimal number that is exact as text. */
type Decimal = { readonly decimal: string };
export type Cell = string | number | Decimal;

export const csvRow = (cells: readonly Cell[], form: CsvForm = 'plain'): string =>
  `${cells.map((one) => cell(one, form)).join(form === 'plain' ? ',' : ';')}\r\n`;

/** Columns by their names, each with what it says of an item. */
export const csvTable = <Item>(columns: readonly (readonly [name: string, cellOf: (item: Item) => Cell])[]) => ({
  head: (form?: CsvForm): string =>
    CSV_START +
    csvRow(
      columns.map(([name]) => name),
      form,
    ),
  rows: (items: readonly Item[], form?: CsvForm): string =>
    items
      .map((item) =>
        csvRow(
          columns.map(([, cellOf]) => cellOf(item)),
          form,
        ),
      )
      .join(''),
});

function cell(value: Cell, form: CsvForm): string {
  if (typeof value === 'string') return quoted(guarded(value));
  const number = typeof value === 'number' ? String(value) : value.decimal;
  return form === 'plain' ? number : number.replace('.', ',');
}

/**
 * A text that a spreadsheet would run as a formula is made plain text by an apostrophe before it. Spreadsheets that expect
 * another character between cells split a cell of ours there, so what follows it is guarded too.
 */
const guarded = (text: string): string => text.replaceAll(/(^|[;,\t\r\n])(?=[=+\-@\t\r])/g, "$1'");

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
