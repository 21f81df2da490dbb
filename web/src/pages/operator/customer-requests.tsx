import type { RequestRow } from '../../../../src/wire/settings-api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { Card } from '../../ui/page.tsx';

/** The last requests of a customer; all of them are on the customer's own pages. */
export function CustomerRequests({ requests }: { readonly requests: readonly RequestRow[] }) {
  const texts = useTexts(operatorTexts);
  const format = useFormat();
  return (
    <Card title={texts.requests}>
      {requests.length === 0 && <p className="muted">{texts.noRequests}</p>}
      {requests.length > 0 && (
        <table className="card-table">
          <thead>
            <tr>
              <th scope="col">{texts.time}</th>
              <th scope="col">{texts.model}</th>
              <th scope="col" className="number">
                {texts.tokens}
              </th>
              <th scope="col" className="number">
                {texts.cost}
              </th>
              <th scope="col">{texts.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((row) => (
              <tr key={row.id}>
                <td className="lead-cell">{format.dateTime(row.atMs)}</td>
                <td data-label={texts.model}>{row.model}</td>
                <td data-label={texts.tokens} className="number">
                  {format.count(row.inputTokens + row.outputTokens)}
                </td>
                <td data-label={texts.cost} className="number">
                  {format.czk(row.czk)}
                </td>
                <td data-label={texts.outcome}>{texts.outcomes[row.outcome]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
