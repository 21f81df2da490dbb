/** A table that becomes a list of cards where there is no room for columns. Each column says how it is headed and filled. */
import { type ReactNode, useState } from 'react';

export type Column<Row> = {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /**
   * Numbers are on the right; names may be long and are cut; what may take several words breaks between them; buttons
   * need no heading that is seen.
   */
  readonly kind?: 'number' | 'name' | 'words' | 'buttons';
};

type CardTableProps<Row> = {
  /** The first names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, at: number) => string;
  /** For tables of many columns, which are closer. */
  readonly className?: string;
  /** Where there is no room for columns, a row is this one line, which opens. */
  readonly brief?: (row: Row) => ReactNode;
  /** Rows below the others, such as a sum. */
  readonly foot?: ReactNode;
};

const CELL_CLASSES = { number: 'number', name: 'name-cell', words: 'wrap', buttons: 'number' } as const;

export function CardTable<Row>({ columns, rows, keyOf, className = '', brief, foot }: CardTableProps<Row>) {
  return (
    <table className={`card-table ${className}`}>
      <thead>
        <tr>
          {columns.map(({ label, kind }) => (
            <th key={label} scope="col" className={kind === 'number' ? 'number' : undefined}>
              {kind === 'buttons' ? <span className="visually-hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <TableRow key={keyOf(row, at)} columns={columns} row={row} brief={brief?.(row)} />
        ))}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  );
}

type TableRowProps<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
  readonly brief: ReactNode;
};

function TableRow<Row>({ columns, row, brief }: TableRowProps<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <tr className={brief ? (isOpen ? 'has-brief open' : 'has-brief') : undefined}>
      {columns.map(({ label, cell, kind }, at) => (
        <td
          key={label}
          data-label={at === 0 || kind === 'buttons' ? undefined : label}
          className={[at === 0 && 'lead-cell', kind && CELL_CLASSES[kind]].filter(Boolean).join(' ') || undefined}
        >
          {brief && at === 0 && (
            <button type="button" className="brief" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {brief}
            </button>
          )}
          {brief && at === 0 ? <span className="brief-lead">{cell(row)}</span> : cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** The main text, and below it in small what may be there too. */
export function TwoLines({ children, second }: { readonly children: ReactNode; readonly second: ReactNode }) {
  return (
    <span className="two-lines">
      <span>{children}</span>
      {second && <span className="muted small">{second}</span>}
    </span>
  );
}

/** A name that may be longer than its column; pointing at it shows all of it. */
export const LongName = ({ text }: { readonly text: string }) => <span title={text}>{text}</span>;
