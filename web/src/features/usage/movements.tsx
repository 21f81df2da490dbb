import { Link } from 'wouter';
import type { StatementView } from '../../../../src/features/usage/contract.ts';
import { useFormat } from '../../format.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { potName } from '../../pot-name.ts';
import { useServiceWords } from '../../service-words.ts';
import { tokenTexts } from '../../texts/token-count.ts';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { statementTexts } from './statement-texts.ts';

type Movement = StatementView['movements'][number];

export function Movements({ movements }: { readonly movements: readonly Movement[] }) {
  const texts = useTexts(statementTexts);
  const columns = useColumns();
  if (movements.length === 0) return <p className="muted">{texts.noMovements}</p>;
  // The movements of a month come in one fixed order.
  return <CardTable columns={columns} rows={movements} keyOf={(_, at) => String(at)} />;
}

function useColumns(): readonly Column<Movement>[] {
  const texts = useTexts(statementTexts);
  const { tokenCount } = useTexts(tokenTexts);
  const format = useFormat();
  const amount = ({ czk, tokens }: Movement) =>
    czk !== null ? format.exactCzk(czk) : tokens !== null ? tokenCount(tokens, format.count(tokens)) : '–';
  const { language } = useLanguage();
  const nameOf = ({ pot, label, planName }: Movement) => potName(texts.pots[pot], planName?.[language] ?? label);
  return [
    { label: texts.time, cell: ({ atMs }) => format.dateTime(atMs) },
    { label: texts.what, cell: (movement) => `${texts.kinds[movement.kind]}: ${nameOf(movement)}` },
    { label: texts.reason, kind: 'name', cell: (movement) => <Reason movement={movement} /> },
    { label: texts.amount, kind: 'number', cell: amount },
  ];
}

/** A purchase leads to its order. */
function Reason({ movement }: { readonly movement: Movement }) {
  const texts = useTexts(statementTexts);
  const words = useServiceWords();
  const { order } = movement;
  if (order) return <Link href={`/orders/${encodeURIComponent(order.id)}`}>{texts.bought(order.invoice)}</Link>;
  return isSaidAlready(movement) ? '–' : words.reason(movement.reason);
}

/** Some reasons of the service only repeat what moved. */
const isSaidAlready = ({ kind, reason, label }: Movement): boolean =>
  reason === '' || reason === `plan ${label}` || (kind === 'expiry' && reason === 'expired');
