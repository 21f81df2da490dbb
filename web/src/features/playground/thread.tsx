/** The turns of one model, the answer that grows, and what it was refused for. */

import { Link } from 'wouter';
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { ApiError } from '../../api.ts';
import { DemonstrationMark } from '../../demonstration-mark.tsx';
import { useTexts } from '../../language.tsx';
import { errorTexts } from '../../texts/errors.ts';
import { Problem } from '../../ui/problem.tsx';
import { openCalls, type Turn, withoutTurn } from './draft.ts';
import { GrowingAnswer } from './growing-answer.tsx';
import type { useRun } from './run.ts';
import { playgroundTexts } from './texts.ts';
import { ToolResults } from './tool-results.tsx';
import { TurnView } from './turn-view.tsx';

type ThreadProps = {
  /** Where there are two. */
  readonly title: string | undefined;
  readonly model: ModelView;
  readonly turns: readonly Turn[];
  readonly setTurns: (change: (turns: readonly Turn[]) => readonly Turn[]) => void;
  readonly run: ReturnType<typeof useRun>;
  readonly ask: (added: readonly Turn[], before?: readonly Turn[]) => Promise<unknown>;
  readonly mayAsk: boolean;
};

export function Thread({ title, model, turns, setTurns, run, ask, mayAsk }: ThreadProps) {
  const calls = run.answer ? [] : openCalls(turns);
  const isLastMine = turns.length > 0 && turns.at(-1)!.role !== 'assistant';
  const onAgain = () => void ask([], turns.slice(0, -1));
  const canRepeat = (at: number) => mayAsk && at > 0 && at === turns.length - 1 && !isLastMine;
  return (
    <div className="thread">
      {title && (
        <h2 className="row">
          {title}
          <DemonstrationMark of={model} />
        </h2>
      )}
      <ol className="turns">
        {turns.map((turn, at) => (
          <TurnView
            key={turn.id}
            turn={turn}
            onAgain={canRepeat(at) ? onAgain : undefined}
            onChange={(content) =>
              setTurns((now) => now.map((one) => (one.id === turn.id ? { ...one, content } : one)))
            }
            onRemove={() => setTurns((now) => withoutTurn(now, turn.id))}
          />
        ))}
        {run.answer && run.body && (
          <GrowingAnswer answer={run.answer} body={run.body} model={model} onStop={run.stop} />
        )}
      </ol>
      <Refusal error={run.error} retry={isLastMine && !run.answer ? () => void ask([]) : undefined} />
      {calls.length > 0 && <ToolResults calls={calls} onSend={(results) => void ask(results)} />}
    </div>
  );
}

/** In words, with the way out: billing for money, a wait for too many requests. */
function Refusal({ error, retry }: { readonly error: unknown; readonly retry: (() => void) | undefined }) {
  const texts = useTexts(playgroundTexts);
  const isAboutMoney = error instanceof ApiError && error.status === 402;
  // The server also says how much there is, how long it may be, or what the model did not like.
  const hasDetails = error instanceof ApiError && [400, 402].includes(error.status) && error.code in errorTexts.en;
  return (
    <Problem error={error} retry={retry}>
      {hasDetails && <span className="small">{texts.serverSays(error.message)}</span>}
      {isAboutMoney && <Link href="/billing">{texts.toBilling}</Link>}
    </Problem>
  );
}
