import { Link } from 'wouter';
import type { StatementView } from '../../../../src/wire/settings-api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { potName } from '../../pot-name.ts';
import { statementTexts } from '../../texts/statement.ts';
import { boughtWith } from './bought.ts';

type Movement = StatementView['movements'][number];

export function Movements({ movements }: { readonly movements: readonly Movement[] }) {
  const texts = useTexts(statementTexts);
  if (movements.length === 0) return <p className="muted">{texts.noMovements}</p>;
  return (
    <table className="card-table">
      <thead>
        <tr>
          <th scope="col">{texts.time}</th>
          <th scope="col">{texts.what}</th>
          <th scope="col">{texts.reason}</th>
          <th scope="col" className="number">
            {texts.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the movements of a month come in one fixed order.
          <Row key={i} movement={movement} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ movement }: { readonly movement: Movement }) {
  const texts = useTexts(statementTexts);
  const format = useFormat();
  const { czk, tokens } = movement;
  return (
    <tr>
      <td className="lead-cell">{format.dateTime(movement.atMs)}</td>
      <td data-label={texts.what}>
        {texts.kinds[movement.kind]}: {potName(texts.pots[movement.pot], movement.label)}
      </td>
      <td data-label={texts.reason} className="name-cell">
        <Reason movement={movement} />
      </td>
      <td data-label={texts.amount} className="number">
        {czk !== null ? format.exactCzk(czk) : tokens !== null ? texts.tokens(format.count(tokens)) : '–'}
      </td>
    </tr>
  );
}

/** What was bought leads to its order. */
function Reason({ movement }: { readonly movement: Movement }) {
  const texts = useTexts(statementTexts);
  const order = boughtWith(movement.reason);
  if (order) return <Link href={`/orders/${encodeURIComponent(order.id)}`}>{texts.bought(order.invoice)}</Link>;
  return isSaidAlready(movement) ? '–' : movement.reason;
}

/** What the service itself writes as a reason only repeats what moved, and in English. */
const isSaidAlready = ({ kind, reason, label }: Movement): boolean =>
  reason === '' || reason === `plan ${label}` || (kind === 'expiry' && reason === 'expired');
