/** A row for each batch: how far it is, what it has cost, and what can be done with it. */
import type { ReactNode } from 'react';
import type { BatchesView } from '../../../../src/features/batches/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CardTable, type Column, TwoLines } from '../../ui/card-table.tsx';
import { Badge } from '../../ui/page.tsx';
import { batchesTexts } from './texts.ts';

type Batch = BatchesView['batches'][number];
type InputError = NonNullable<Batch['inputError']>;

const KINDS: Readonly<Record<Batch['status'], 'plain' | 'good' | 'warn' | 'bad'>> = {
  validating: 'plain',
  in_progress: 'plain',
  finalizing: 'plain',
  cancelling: 'plain',
  completed: 'good',
  expired: 'warn',
  cancelled: 'warn',
  failed: 'bad',
};

type BatchTableProps<Row extends Batch> = {
  readonly batches: readonly Row[];
  /** Columns behind the name. */
  readonly more?: readonly Column<Row>[];
  readonly buttons?: (batch: Row) => ReactNode;
};

export function BatchTable<Row extends Batch>({ batches, more = [], buttons }: BatchTableProps<Row>) {
  const texts = useTexts(batchesTexts);
  const format = useFormat();
  const problemText = ({ line, code, message }: InputError) => {
    const sentence = texts.problems[code] ?? message;
    return <span title={message}>{line === null ? sentence : texts.atLine(line, sentence)}</span>;
  };
  const waitingText = (code: string) => `${texts.waits} ${texts.waitingFor[code] ?? code}`;
  const columns: Column<Row>[] = [
    {
      label: texts.batch,
      kind: 'name',
      cell: ({ id, createdAtMs, keyName }) => (
        <TwoLines
          second={
            <span className="batch-id" title={id}>
              {id}
            </span>
          }
        >
          {format.dateTime(createdAtMs)}
          <br />
          {keyName}
        </TwoLines>
      ),
    },
    ...more,
    {
      label: texts.status,
      kind: 'words',
      isOnLine: true,
      cell: ({ status, waitingFor, inputError }) => (
        <TwoLines second={inputError ? problemText(inputError) : waitingFor && waitingText(waitingFor)}>
          <Badge kind={KINDS[status]}>{texts.statuses[status]}</Badge>
        </TwoLines>
      ),
    },
    {
      label: texts.progress,
      kind: 'words',
      cell: ({ succeeded, failed, total }) => (
        <TwoLines second={failed > 0 && <span className="one-line">{texts.failed(format.count(failed))}</span>}>
          {texts.answered(format.count(succeeded), format.count(total))}
        </TwoLines>
      ),
    },
    {
      label: texts.cost,
      kind: 'number',
      cell: ({ costCzk, budgetCzk }) => (
        <TwoLines second={budgetCzk && texts.budget(format.czk(budgetCzk))}>{format.czk(costCzk)}</TwoLines>
      ),
    },
    ...(buttons ? [{ label: texts.actions, kind: 'buttons' as const, cell: buttons }] : []),
  ];
  return <CardTable className="of-batches" columns={columns} rows={batches} keyOf={({ id }) => id} />;
}
