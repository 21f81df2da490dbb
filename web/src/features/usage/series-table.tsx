import { useTexts } from '../../language.tsx';
import type { Step } from './period.ts';
import type { Layout, Words } from './series.ts';
import { usageTexts } from './texts.ts';

type SeriesTableProps = { readonly layout: Layout; readonly words: Words; readonly step: Step };

/** The numbers of the chart, the newest first. */
export function SeriesTable({ layout, words, step }: SeriesTableProps) {
  const texts = useTexts(usageTexts);
  const rows = layout.starts.map((atMs, row) => ({ atMs, row })).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the table.
    <div className="scroll-x series-table" tabIndex={0} role="region" aria-label={texts.chart}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.perStep[step]}</th>
            {layout.columns.map((column) => (
              <th key={column.id} scope="col" className="number">
                {words.name(column)}
              </th>
            ))}
            <th scope="col" className="number">
              {texts.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ atMs, row }) => (
            <tr key={atMs}>
              <th scope="row">{words.fullTime(atMs)}</th>
              {layout.columns.map((column) => (
                <td key={column.id} className="number">
                  {words.value(column.values[row]!)}
                </td>
              ))}
              <td className="number">{words.value(layout.rowTotals[row]!)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.total}</th>
            {layout.columns.map((column) => (
              <td key={column.id} className="number">
                {words.value(column.total)}
              </td>
            ))}
            <td className="number">
              <strong>{words.value(layout.total)}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
