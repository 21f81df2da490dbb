import { Link } from 'wouter';
import type { ActionView } from '../../../../src/platform/action-log/contract.ts';
import { useTexts } from '../../language.tsx';
import { useServiceWords } from '../../service-words.ts';
import { actionKinds } from '../../texts/action-kinds.ts';
import { Address } from '../../ui/address.tsx';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { Ago } from '../../ui/when.tsx';
import { CustomerLink, useEmails } from './customer-link.tsx';
import { operatorLogTexts } from './log-texts.ts';

type ActionTableProps = {
  readonly actions: readonly ActionView[];
  /** On the page of the one account that all of them are about. */
  readonly isOfOne?: boolean;
};

/** Actions of operators, line by line. */
export function ActionTable({ actions, isOfOne = false }: ActionTableProps) {
  const texts = useTexts(operatorLogTexts);
  const words = useServiceWords();
  const kinds = useTexts(actionKinds);
  const emails = useEmails(isOfOne ? [] : actions.map(({ accountId }) => accountId));
  const on: Column<ActionView> = {
    label: texts.on,
    kind: 'name',
    cell: (action) => <ActedOn action={action} emails={emails} />,
  };
  const columns: readonly Column<ActionView>[] = [
    { label: texts.time, cell: ({ atMs }) => <Ago atMs={atMs} /> },
    { label: texts.who, kind: 'name', cell: ({ actor }) => <Address email={words.actor(actor)} /> },
    { label: texts.what, isOnLine: true, cell: ({ kind }) => kinds[kind] },
    ...(isOfOne ? [] : [on]),
    { label: texts.reason, kind: 'name', cell: ({ reason }) => words.reason(reason) },
    { label: texts.details, cell: (action) => <Details of={action} /> },
  ];
  return <CardTable columns={columns} rows={actions} keyOf={({ seq }) => String(seq)} />;
}

type ActedOnProps = { readonly action: ActionView; readonly emails: Readonly<Record<string, string>> };

function ActedOn({ action: { accountId, object }, emails }: ActedOnProps) {
  const words = useServiceWords();
  if (!accountId) return words.object(object);
  if (accountId === object) return <CustomerLink id={accountId} emails={emails} />;
  return <Link href={`/operator/customers/${encodeURIComponent(accountId)}`}>{object}</Link>;
}

function Details({ of }: { readonly of: ActionView }) {
  const texts = useTexts(operatorLogTexts);
  const kinds = useTexts(actionKinds);
  const words = useServiceWords();
  return (
    <details>
      <summary aria-label={`#${of.seq} ${texts.details}: ${kinds[of.kind]} ${words.object(of.object)}`}>
        #{of.seq}
      </summary>
      <code className="log-states">{statesOf(of)}</code>
    </details>
  );
}

const statesOf = ({ wanted, before, after }: ActionView): string =>
  [wanted, before, after].map((state) => JSON.stringify(state, null, 1)).join('\n→ ');
