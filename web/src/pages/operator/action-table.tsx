import { Link } from 'wouter';
import type { ActionView } from '../../../../src/wire/operator-api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorServiceTexts } from '../../texts/operator-service.ts';

type ActionTableProps = {
  readonly actions: readonly ActionView[];
  /** On the page of the one account that all of them are about. */
  readonly isOfOne?: boolean;
};

/** What operators did, line by line. */
export function ActionTable({ actions, isOfOne = false }: ActionTableProps) {
  const texts = useTexts(operatorServiceTexts).log;
  return (
    <table className="card-table">
      <thead>
        <tr>
          <th scope="col">{texts.time}</th>
          <th scope="col">{texts.who}</th>
          <th scope="col">{texts.what}</th>
          {!isOfOne && <th scope="col">{texts.on}</th>}
          <th scope="col">{texts.reason}</th>
          <th scope="col">{texts.details}</th>
        </tr>
      </thead>
      <tbody>
        {actions.map((action) => (
          <Row key={action.seq} {...{ action, isOfOne }} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ action, isOfOne }: { readonly action: ActionView; readonly isOfOne: boolean }) {
  const texts = useTexts(operatorServiceTexts).log;
  const format = useFormat();
  const { accountId } = action;
  return (
    <tr>
      <td className="lead-cell">{format.dateTime(action.atMs)}</td>
      <td data-label={texts.who} className="name-cell">
        {action.actor}
      </td>
      <td data-label={texts.what}>{texts.kinds[action.kind]}</td>
      {!isOfOne && (
        <td data-label={texts.on} className="name-cell">
          {accountId ? (
            <Link href={`/operator/customers/${encodeURIComponent(accountId)}`}>{action.object}</Link>
          ) : (
            action.object
          )}
        </td>
      )}
      <td data-label={texts.reason} className="name-cell">
        {action.reason}
      </td>
      <td data-label={texts.details}>
        <details>
          <summary aria-label={`#${action.seq} ${texts.details}: ${texts.kinds[action.kind]} ${action.object}`}>
            #{action.seq}
          </summary>
          <code className="log-states">{statesOf(action)}</code>
        </details>
      </td>
    </tr>
  );
}

const statesOf = ({ wanted, before, after }: ActionView): string =>
  [wanted, before, after].map((state) => JSON.stringify(state, null, 1)).join('\n→ ');
