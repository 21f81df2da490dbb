/** Questions and answers, by one model or by two beside each other, and the place to type the next question. */

import { useState } from 'react';
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { useRefresh } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Empty } from '../../ui/page.tsx';
import { type Answer, NO_ANSWER } from './answer.ts';
import { useAttachments } from './attachments.tsx';
import { Composer } from './composer.tsx';
import { bodyOf, type Draft, openCalls, type Turn } from './draft.ts';
import { useFollow } from './follow.ts';
import { type Ending, useRun } from './run.ts';
import { playgroundTexts } from './texts.ts';
import { Thread } from './thread.tsx';

type SetDraft = (change: (before: Draft) => Draft) => void;

type ConversationProps = {
  readonly model: ModelView;
  /** The model beside it, where two are compared. */
  readonly other: ModelView | undefined;
  readonly draft: Draft;
  readonly setDraft: SetDraft;
  /** Something beside the conversation cannot be sent. */
  readonly hasProblem: boolean;
};

export function Conversation({ model, other, draft, setDraft, hasProblem }: ConversationProps) {
  const texts = useTexts(playgroundTexts);
  const first = useThread(model, draft, draft.turns, (change) =>
    setDraft((before) => ({ ...before, turns: change(before.turns) })),
  );
  const second = useThread(other ?? model, draft, draft.other?.turns ?? [], (change) =>
    setDraft((before) =>
      before.other ? { ...before, other: { ...before.other, turns: change(before.other.turns) } } : before,
    ),
  );
  const threads = other ? [first, second] : [first];
  const [hasAnswered, setHasAnswered] = useState(false);
  const [typed, setTyped] = useState('');
  const attachments = useAttachments(threads.map((thread) => thread.model));
  const send = async (added: readonly Turn[]) => {
    setHasAnswered(false);
    const endings = await Promise.all(threads.map((thread) => thread.ask(added)));
    setHasAnswered(endings.every((ending) => ending === 'whole'));
  };
  useFollow(threads.reduce((sum, { turns, run }) => sum + turns.length + lengthOf(run.answer), 0));
  const isBusy = threads.some(({ run }) => run.answer !== undefined);
  const isEmpty = threads.every(({ turns }) => turns.length === 0);
  const mayAsk = !isBusy && !hasProblem;
  return (
    <div className="conversation">
      {isEmpty && !isBusy && <Examples onPick={setTyped} />}
      <div className={other ? 'threads of-two' : 'threads'}>
        {threads.map((thread) => (
          <Thread key={thread.model.id} {...thread} title={other && thread.model.id} mayAsk={mayAsk} />
        ))}
      </div>
      {!threads.some((thread) => openCalls(thread.turns).length > 0) && (
        <Composer
          typed={typed}
          onType={setTyped}
          attachments={attachments}
          isBusy={isBusy}
          canSend={!hasProblem}
          canSendNothing={threads.every(({ turns }) => turns.length > 0 && turns.at(-1)!.role !== 'assistant')}
          onSend={(text) => {
            const { pictures } = attachments;
            const asked = { ...turnWith('user', text), ...(pictures.length > 0 && { pictures }) };
            attachments.clear();
            void send(text || pictures.length > 0 ? [asked] : []);
          }}
          onAddAssistant={(text) => {
            for (const { setTurns } of threads) setTurns((now) => [...now, turnWith('assistant', text)]);
          }}
        />
      )}
      <span className="visually-hidden" role="status">
        {isBusy ? texts.answering : hasAnswered ? texts.answered : ''}
      </span>
    </div>
  );
}

/** Questions to begin with: one that is picked stands in the message box. */
function Examples({ onPick }: { readonly onPick: (text: string) => void }) {
  const texts = useTexts(playgroundTexts);
  return (
    <Empty
      title={texts.start}
      action={
        <div className="examples">
          {[texts.examples.explain, texts.examples.write, texts.examples.code].map((example) => (
            <button key={example} type="button" className="button" onClick={() => onPick(example)}>
              {example}
            </button>
          ))}
        </div>
      }
    >
      {texts.startLead}
    </Empty>
  );
}

const lengthOf = ({ content, reasoning }: Answer = NO_ANSWER): number => content.length + reasoning.length;

type SetTurns = (change: (turns: readonly Turn[]) => readonly Turn[]) => void;

/** The turns of one model, and how it is asked: with what is added to them, or to fewer of them. */
function useThread(model: ModelView, draft: Draft, turns: readonly Turn[], setTurns: SetTurns) {
  const run = useRun();
  const refreshBalance = useRefresh('GET /api/billing');
  const ask = async (added: readonly Turn[], before = turns): Promise<Ending> => {
    const asked = [...before, ...added];
    setTurns(() => asked);
    const { answer, ending } = await run.start(bodyOf({ ...draft, turns: asked }, model).body);
    const turn = turnOf(answer, ending);
    if (turn) setTurns((now) => [...now, turn]);
    void refreshBalance();
    return ending;
  };
  return { model, turns, setTurns, run, ask };
}

const turnWith = (role: 'user' | 'assistant', content: string): Turn => ({ id: crypto.randomUUID(), role, content });

/** The kept form of an answer; nothing where nothing came. */
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
