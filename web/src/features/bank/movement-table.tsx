import { Link } from 'wouter';
import type { MovementView } from '../../../../src/features/bank/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { Address } from '../../ui/address.tsx';
import { CardTable, type Column, TwoLines } from '../../ui/card-table.tsx';
import { operatorBankTexts } from './texts.ts';

export type MovementAction = { readonly kind: 'assign' | 'aside'; readonly movement: MovementView };

type MovementTableProps = {
  readonly movements: readonly MovementView[];
  readonly onAction: (action: MovementAction) => void;
};

export function MovementTable({ movements, onAction }: MovementTableProps) {
  const texts = useTexts(operatorBankTexts);
  const { actions } = useTexts(operatorTexts);
  const format = useFormat();
  const amountOf = useAmountText();
  const columns: readonly Column<MovementView>[] = [
    {
      label: texts.who,
      kind: 'name',
      cell: ({ name, counterparty, bookedOn }) => (
        // Noon, so that the day is the same in every zone.
        <TwoLines second={format.date(Date.parse(`${bookedOn}T12:00:00`))}>
          {name || counterparty || texts.unknown}
        </TwoLines>
      ),
    },
    { label: texts.amount, kind: 'number', cell: amountOf },
    {
      label: texts.symbol,
      kind: 'words',
      cell: ({ variableSymbol, message }) => <TwoLines second={message}>{variableSymbol || '—'}</TwoLines>,
    },
    { label: texts.state, kind: 'words', isOnLine: true, cell: (movement) => <State movement={movement} /> },
    { label: actions, kind: 'buttons', cell: (movement) => <Actions movement={movement} onAction={onAction} /> },
  ];
  return <CardTable className="of-movements" columns={columns} rows={movements} keyOf={({ id }) => id} />;
}

export function useAmountText(): (movement: MovementView) => string {
  const format = useFormat();
  return ({ amount, currency }) => format.money(amount, currency);
}

function State({ movement: { state, problem, orderId, email } }: { readonly movement: MovementView }) {
  const texts = useTexts(operatorBankTexts);
  const about = orderId ? (
    <Link href={`/operator/orders?search=${encodeURIComponent(orderId)}`}>{email && <Address email={email} />}</Link>
  ) : (
    problem && texts.problems[problem]
  );
  return <TwoLines second={about}>{texts.states[state]}</TwoLines>;
}

/** One that was set aside can still be assigned, unless the money went the other way. */
function Actions({ movement, onAction }: { readonly movement: MovementView } & Pick<MovementTableProps, 'onAction'>) {
  const texts = useTexts(operatorBankTexts);
  const isWaiting = movement.state === 'unmatched';
  const canPay = isWaiting || (movement.state === 'set-aside' && !movement.amount.startsWith('-'));
  if (!canPay) return null;
  const button = (kind: MovementAction['kind'], text: string) => (
    <button
      type="button"
      className="button compact"
      aria-label={`${text}: ${movement.variableSymbol || movement.name || movement.id}`}
      onClick={() => onAction({ kind, movement })}
    >
      {text}
    </button>
  );
  return (
    <div className="row action-buttons">
      {button('assign', texts.assign)}
      {isWaiting && button('aside', texts.aside)}
    </div>
  );
}
