import { useState } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Card } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { type Answer, NO_ANSWER, withEvent } from '../playground/answer.ts';
import { ask } from '../playground/run.ts';
import { AnswerCost } from '../usage/answer-cost.tsx';
import { quickStartTexts } from './texts.ts';

const MAX_TOKENS = 64;

/** One tiny request through the playground, so that people see an answer and its price before they have a key. */
export function TestRequest({ model }: { readonly model: string }) {
  const texts = useTexts(quickStartTexts);
  const [answer, setAnswer] = useState<Answer>();
  const { isBusy, error, run } = useSubmit(async () => {
    setAnswer(undefined);
    const body = {
      model,
      messages: [{ role: 'user', content: 'Say hello in one short sentence.' }],
      max_tokens: MAX_TOKENS,
      stream: true,
      stream_options: { include_usage: true },
    };
    let grown = NO_ANSWER;
    for await (const event of ask(body, new AbortController().signal)) grown = withEvent(grown, event);
    setAnswer(grown);
  });
  return (
    <Card title={texts.test}>
      <div className="row">
        <button type="button" className="button" disabled={isBusy} onClick={() => void run()}>
          {texts.testAction}
        </button>
        <span className="muted">{texts.testLead}</span>
      </div>
      <Problem error={error}>
        {error instanceof ApiError && error.status === 402 && <Link href="/billing">{texts.toBilling}</Link>}
      </Problem>
      <div role="status">{answer && <Shown answer={answer} />}</div>
    </Card>
  );
}

function Shown({ answer }: { readonly answer: Answer }) {
  const texts = useTexts(quickStartTexts);
  return (
    <div className="turn assistant">
      <strong>{texts.testAnswer}</strong>
      <div className="turn-text">{answer.content || answer.reasoning || '…'}</div>
      <p className="row small muted">
        {answer.usage && (
          <span>
            {texts.testPrice} <AnswerCost completionId={answer.completionId} czk={answer.usage.czk} />
          </span>
        )}
        {answer.completionId && (
          <Link href={`/requests/${encodeURIComponent(answer.completionId)}`}>{texts.receipt}</Link>
        )}
      </p>
    </div>
  );
}
