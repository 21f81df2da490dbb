/** The turns so far, the answer that grows, and the place to type the next one. */
import { useState } from 'react';
import { Link } from 'wouter';
import type { ModelView } from '../../../../src/wire/settings-api.ts';
import { ApiError } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { errorTexts } from '../../texts/errors.ts';
import { playgroundTexts } from '../../texts/playground.ts';
import { AreaField } from '../../ui/field.tsx';
import { Card, Empty } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { Answer } from './answer.ts';
import { Composer } from './composer.tsx';
import { bodyOf, type Draft, openCalls, type Turn, withoutTurn } from './draft.ts';
import { GrowingAnswer } from './growing-answer.tsx';
import { type Ending, useRun } from './run.ts';
import { ToolResults } from './tool-results.tsx';
import { TurnView } from './turn-view.tsx';

type ConversationProps = {
  readonly model: ModelView;
  readonly draft: Draft;
  readonly setDraft: (change: (before: Draft) => Draft) => void;
  /** Something beside the conversation cannot be sent. */
  readonly hasProblem: boolean;
};

export function Conversation({ model, draft, setDraft, hasProblem }: ConversationProps) {
  const texts = useTexts(playgroundTexts);
  const run = useRun();
  const [hasAnswered, setHasAnswered] = useState(false);
  const setTurns = (change: (turns: readonly Turn[]) => readonly Turn[]) =>
    setDraft((before) => ({ ...before, turns: change(before.turns) }));
  const send = async (added: readonly Turn[]) => {
    const turns = [...draft.turns, ...added];
    setTurns(() => turns);
    setHasAnswered(false);
    const { answer, ending } = await run.start(bodyOf({ ...draft, turns }, model).body);
    const turn = turnOf(answer, ending);
    if (turn) setTurns((now) => [...now, turn]);
    setHasAnswered(ending === 'whole');
  };
  const calls = run.answer ? [] : openCalls(draft.turns);
  const isLastMine = draft.turns.at(-1)?.role !== 'assistant' && draft.turns.length > 0;
  return (
    <Card>
      <AreaField
        label={texts.system}
        hint={texts.systemHint}
        rows={2}
        value={draft.system}
        onChange={(event) => setDraft((before) => ({ ...before, system: event.target.value }))}
      />
      {draft.turns.length === 0 && !run.answer && <Empty title={texts.start}>{texts.startLead}</Empty>}
      <ol className="turns">
        {draft.turns.map((turn) => (
          <TurnView
            key={turn.id}
            turn={turn}
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
      <Refusal error={run.error} retry={isLastMine && !run.answer ? () => void send([]) : undefined} />
      {calls.length > 0 ? (
        <ToolResults calls={calls} onSend={(results) => void send(results)} />
      ) : (
        <Composer
          isBusy={run.answer !== undefined}
          canSend={!hasProblem}
          canSendNothing={isLastMine}
          onSend={(text) => void send(text ? [turnWith('user', text)] : [])}
          onAddAssistant={(text) => setTurns((now) => [...now, turnWith('assistant', text)])}
        />
      )}
      <span className="visually-hidden" role="status">
        {run.answer ? texts.answering : hasAnswered ? texts.answered : ''}
      </span>
    </Card>
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

const turnWith = (role: 'user' | 'assistant', content: string): Turn => ({ id: crypto.randomUUID(), role, content });

/** What is kept of an answer; nothing where nothing came. */
function turnOf(answer: Answer, ending: Ending): Turn | undefined {
  const toolCalls = ending === 'whole' ? answer.toolCalls : [];
  if (!answer.content && !answer.reasoning && toolCalls.length === 0) return undefined;
  const cut = ending !== 'whole' ? ending : answer.finishReason === 'length' ? 'length' : undefined;
  return {
    id: crypto.randomUUID(),
    role: 'assistant',
    content: answer.content,
    ...(answer.reasoning && { reasoning: answer.reasoning }),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(answer.completionId && { completionId: answer.completionId }),
    ...(answer.usage && { usage: answer.usage }),
    ...(cut && { cut }),
  };
}
