/** A table that becomes a list of cards where there is no room for columns. Each column says how it is headed and filled. */
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../language.tsx';
import { frameTexts } from '../texts/frame.ts';

export type Column<Row> = {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /**
   * Numbers are on the right; names may be long and are cut; what may take several words breaks between them; buttons
   * need no heading that is seen.
   */
  readonly kind?: 'number' | 'name' | 'words' | 'buttons';
  /** True of the one that stands beside the name where a row is one line; else it is the last number. */
  readonly isOnLine?: boolean;
};

/** So many rows take little room: they are open from the start. */
const FEW_ROWS = 3;

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
        {rows.map((row, at) =>
          brief ? (
            <BriefRow key={keyOf(row, at)} columns={columns} row={row} brief={brief(row)} />
          ) : (
            <LineRow key={keyOf(row, at)} columns={columns} row={row} isOpenAtFirst={rows.length <= FEW_ROWS} />
          ),
        )}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  );
}

type RowProps<Row> = { readonly columns: readonly Column<Row>[]; readonly row: Row };

/** A row that has a line of its own where there is no room for columns. */
function BriefRow<Row>({ columns, row, brief }: RowProps<Row> & { readonly brief: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <tr className={isOpen ? 'has-brief open' : 'has-brief'}>
      {columns.map((column, at) => (
        <Cell key={column.label} column={column} isLead={at === 0}>
          {at === 0 && (
            <button type="button" className="brief" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {brief}
            </button>
          )}
          {at === 0 ? <span className="brief-lead">{column.cell(row)}</span> : column.cell(row)}
        </Cell>
      ))}
    </tr>
  );
}

/** A row whose name and one value are a line where there is no room for columns; a button opens the rest. */
function LineRow<Row>({ columns, row, isOpenAtFirst }: RowProps<Row> & { readonly isOpenAtFirst: boolean }) {
  const { details } = useTexts(frameTexts);
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isOpenAtFirst;
  const line = columns.find(({ isOnLine }) => isOnLine) ?? columns.findLast(({ kind }) => kind === 'number');
  if (columns.length <= 2)
    return (
      <tr>
        {columns.map((column, at) => (
          <Cell key={column.label} column={column} isLead={at === 0}>
            {column.cell(row)}
          </Cell>
        ))}
      </tr>
    );
  return (
    <tr className={isOpen ? 'has-line open' : 'has-line'}>
      {columns.map((column, at) => (
        <Cell key={column.label} column={column} isLead={at === 0} className={column === line ? 'line-cell' : ''}>
          {at === 0 ? <span id={`${id}-name`}>{column.cell(row)}</span> : column.cell(row)}
          {at === 0 && (
            <button
              type="button"
              id={`${id}-opens`}
              className="opens"
              aria-expanded={isOpen}
              aria-labelledby={`${id}-opens ${id}-name`}
              onClick={() => setChosen(!isOpen)}
            >
              <span className="visually-hidden">{details}</span>
            </button>
          )}
        </Cell>
      ))}
    </tr>
  );
}

type CellProps<Row> = {
  readonly column: Column<Row>;
  readonly isLead: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

function Cell<Row>({ column: { label, kind }, isLead, className = '', children }: CellProps<Row>) {
  const classes = [isLead && 'lead-cell', kind && CELL_CLASSES[kind], className].filter(Boolean);
  return (
    <td data-label={isLead || kind === 'buttons' ? undefined : label} className={classes.join(' ') || undefined}>
      {children}
    </td>
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
