/** The outcome of a test of an engine. */
import type { EngineTestView } from '../../../../src/features/serving/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { operatorEnginesTexts } from './texts.ts';

type OutcomeProps = {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly result: EngineTestView | undefined;
};

const useEngineTexts = () => useTexts(operatorEnginesTexts);

export function TestOutcome({ isBusy, error, result }: OutcomeProps) {
  const texts = useEngineTexts();
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
  const texts = useEngineTexts();
  const format = useFormat();
  const total = format.duration(totalMs);
  return (
    <div className={ok ? 'notice good' : 'notice bad'}>
      <strong>{ok ? texts.tested(format.duration(firstEventMs ?? totalMs), total) : texts.failed(total)}</strong>
      <span className="engine-answer">{ok ? text : failureIn(texts, text)}</span>
    </div>
  );
}

/** The server says how it failed in a word, or as `status 404`. */
function failureIn(texts: ReturnType<typeof useEngineTexts>, word: string): string {
  const status = /^status (\d+)$/.exec(word)?.[1];
  if (status !== undefined) return texts.failedStatus(status);
  const isKnown = (name: string): name is keyof typeof texts.testFailures => Object.hasOwn(texts.testFailures, name);
  return texts.testFailures[isKnown(word) ? word : 'unavailable'];
}
