import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { type Answer, estimateOf } from './answer.ts';
import { AnswerText } from './answer-text.tsx';
import type { Body } from './draft.ts';
import { playgroundTexts } from './texts.ts';
import { Reasoning, ToolCalls } from './turn-view.tsx';

type GrowingAnswerProps = {
  readonly answer: Answer;
  readonly body: Body;
  readonly model: ModelView;
  readonly onStop: () => void;
};

/** The price is about right until the engine has counted; then it is exact, and the answer becomes a turn. */
export function GrowingAnswer({ answer, body, model, onStop }: GrowingAnswerProps) {
  const texts = useTexts(playgroundTexts);
  const format = useFormat();
  const estimate = estimateOf(answer, body, model);
  return (
    <li className="turn assistant" aria-busy="true">
      <div className="turn-head">
        <strong>{texts.roles.assistant}</strong>
        <span className="pulse" aria-hidden="true" />
      </div>
      <Reasoning text={answer.reasoning} isLive={answer.content === ''} />
      {answer.content && <AnswerText text={answer.content} />}
      <ToolCalls calls={answer.toolCalls.filter(({ id }) => id)} />
      <div className="row small">
        <button type="button" className="button compact" onClick={onStop}>
          {texts.stopAnswer}
        </button>
        <span className="figures-live">{texts.about(format.count(estimate.tokens), format.czk(estimate.czk))}</span>
        <span className="muted">{texts.stopHintAnswer}</span>
      </div>
    </li>
  );
}
