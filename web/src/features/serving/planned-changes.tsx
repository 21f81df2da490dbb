/** Changes of an engine or a model that are still to come. */
import type { ReactNode } from 'react';
import type { PlannedView } from '../../../../src/features/serving/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { useServiceWords } from '../../service-words.ts';
import { operatorEnginesTexts } from './texts.ts';

type PlannedProps<Value> = {
  readonly name: string;
  readonly planned: readonly PlannedView<Value>[];
  readonly show: (value: Value) => ReactNode;
  readonly onWithdraw: (version: number) => void;
};

export function PlannedChanges<Value>({ name, planned, show, onWithdraw }: PlannedProps<Value>) {
  const texts = useTexts(operatorEnginesTexts);
  const format = useFormat();
  const words = useServiceWords();
  if (planned.length === 0) return null;
  return (
    <div className="stack">
      <strong>{texts.planned}</strong>
      <ul className="plain-list">
        {planned.map(({ version, fromMs, actor, value }) => (
          <li key={version} className="planned-change">
            <span>
              {texts.plannedFrom(format.dateTime(fromMs), words.actor(actor))}:{' '}
              {value === null ? texts.toDefault : show(value)}
            </span>{' '}
            <button
              type="button"
              className="button compact"
              aria-label={texts.withdrawOf(name)}
              onClick={() => onWithdraw(version)}
            >
              {texts.withdraw}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
