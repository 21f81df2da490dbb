import type { StatementView } from '../../../../src/features/usage/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { statementTexts } from './statement-texts.ts';

type Row = StatementView['usage'][number];

export function UsageByModel({ statement }: { readonly statement: StatementView }) {
  const texts = useTexts(statementTexts);
  const format = useFormat();
  if (statement.usage.length === 0) return <p className="muted">{texts.noUsage}</p>;
  const sum = (of: (row: Row) => number) => format.count(statement.usage.reduce((total, row) => total + of(row), 0));
  const columns: readonly (readonly [string, (row: Row) => number])[] = [
    [texts.requests, (row) => row.requests],
    [texts.input, (row) => row.inputTokens],
    [texts.cached, (row) => row.cachedInputTokens],
    [texts.output, (row) => row.outputTokens],
    [texts.reasoning, (row) => row.reasoningTokens],
    [texts.covered, (row) => row.planTokens + row.packageTokens],
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the table.
    <div className="scroll-x" tabIndex={0} role="region" aria-label={texts.usage}>
      <table className="card-table sums">
        <thead>
          <tr>
            <th scope="col">{texts.model}</th>
            {columns.map(([label]) => (
              <th key={label} scope="col" className="number">
                {label}
              </th>
            ))}
            <th scope="col" className="number">
              {texts.fromCredit}
            </th>
          </tr>
        </thead>
        <tbody>
          {statement.usage.map((row) => (
            <tr key={row.model}>
              <td className="lead-cell">{row.model}</td>
              {columns.map(([label, of]) => (
                <td key={label} data-label={label} className="number">
                  {format.count(of(row))}
                </td>
              ))}
              <td data-label={texts.fromCredit} className="number">
                {format.exactCzk(row.czk)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="last-sum">
            <th scope="row">{texts.total}</th>
            {columns.map(([label, of]) => (
              <td key={label} data-label={label} className="number">
                {sum(of)}
              </td>
            ))}
            <td data-label={texts.fromCredit} className="number">
              {format.exactCzk(statement.chargedCzk)}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
