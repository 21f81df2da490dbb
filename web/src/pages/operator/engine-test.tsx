/** What came of a test of an engine. */
import type { EngineTestView } from '../../../../src/wire/operator-api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorEnginesTexts } from '../../texts/operator-engines.ts';
import { Problem } from '../../ui/problem.tsx';

type OutcomeProps = {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly result: EngineTestView | undefined;
};

export function TestOutcome({ isBusy, error, result }: OutcomeProps) {
  const texts = useTexts(operatorEnginesTexts);
  return (
    <>
      <Problem error={error} />
      <div role="status">
        {isBusy && <p className="muted">{texts.testing}</p>}
        {result && <TestResult of={result} />}
      </div>
    </>
  );
}

function TestResult({ of: { ok, text, firstEventMs, totalMs } }: { readonly of: EngineTestView }) {
  const texts = useTexts(operatorEnginesTexts);
  const format = useFormat();
  const total = format.duration(totalMs);
  return (
    <div className={ok ? 'notice good' : 'notice bad'}>
      <strong>{ok ? texts.tested(format.duration(firstEventMs ?? totalMs), total) : texts.failed(total)}</strong>
      <span className="engine-answer">{text}</span>
    </div>
  );
}
