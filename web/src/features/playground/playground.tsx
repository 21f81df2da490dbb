/** The playground: conversations with a model or two, their price as they grow, and the same requests as code. */

import { useState } from 'react';
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { failedOf } from '../../loads.ts';
import { ownerOf } from '../../person.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { Card, Empty, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Ago } from '../../ui/when.tsx';
import { AsCode } from './as-code.tsx';
import { Conversation } from './conversation.tsx';
import { bodyOf, type Draft } from './draft.ts';
import { type Conversations, useConversations } from './kept.ts';
import { ModelChoice, Settings } from './settings.tsx';
import { playgroundTexts } from './texts.ts';

export default function Playground() {
  const texts = useTexts(playgroundTexts);
  const me = useApi('GET /api/me');
  const models = useApi('GET /api/models');
  if (me.data && models.data) {
    const chats = models.data.models.filter(({ kind }) => kind === 'chat');
    return (
      <Ready who={ownerOf(me.data.account.id, me.data.email)} models={chats} defaultModel={models.data.defaultModel} />
    );
  }
  const failed = failedOf([me, models]);
  return (
    <Page title={texts.title}>
      <Problem {...failed} />
      {!failed.error && <Skeleton lines={8} />}
    </Page>
  );
}

type ReadyProps = {
  readonly who: string;
  readonly models: readonly ModelView[];
  readonly defaultModel: string;
};

function Ready({ who, models, defaultModel }: ReadyProps) {
  const texts = useTexts(playgroundTexts);
  const conversations = useConversations(who);
  const { id, draft } = conversations;
  const [isDeleting, setIsDeleting] = useState(false);
  const [opened, setOpened] = useState<Opened>({ side: matchMedia(WIDE).matches, code: false });
  const model = modelOf(models, draft.model ?? defaultModel);
  const toggle = (part: keyof Opened, text: string) => (
    <button
      type="button"
      className="button"
      aria-expanded={opened[part]}
      onClick={() => setOpened({ ...opened, [part]: !opened[part] })}
    >
      {text}
    </button>
  );
  const actions = (
    <>
      <button type="button" className="button" onClick={conversations.begin}>
        {texts.begin}
      </button>
      {toggle('side', texts.settings)}
      {toggle('code', texts.codeButton)}
      <button type="button" className="button quiet" onClick={() => setIsDeleting(true)}>
        {texts.delete}
      </button>
    </>
  );
  return (
    <Page title={texts.title} actions={actions}>
      {!model && (
        <Card>
          <Empty title={texts.model}>{texts.noModels}</Empty>
        </Card>
      )}
      {model && <Loaded key={id} models={models} model={model} conversations={conversations} opened={opened} />}
      {isDeleting && (
        <Confirm
          title={texts.deleteTitle}
          action={texts.delete}
          onConfirm={async () => conversations.remove()}
          onClose={() => setIsDeleting(false)}
        >
          <p>{texts.deleteLead}</p>
        </Confirm>
      )}
    </Page>
  );
}

/** Which parts beside the conversation are open. */
type Opened = { readonly side: boolean; readonly code: boolean };

/** Where there is room for settings beside the conversation, they are open from the start. */
const WIDE = '(min-width: 1001px)';

/** A model that was kept and is gone gives way to another. */
const modelOf = (models: readonly ModelView[], id: string): ModelView | undefined =>
  models.find((model) => model.id === id) ?? models[0];

type LoadedProps = {
  readonly models: readonly ModelView[];
  readonly model: ModelView;
  readonly conversations: Conversations;
  readonly opened: Opened;
};

function Loaded({ models, model, conversations, opened }: LoadedProps) {
  const texts = useTexts(playgroundTexts);
  const { draft, setDraft } = conversations;
  const other = models.find(({ id }) => id === draft.other?.model && id !== model.id);
  const first = bodyOf(draft, model);
  const second = other && bodyOf({ ...draft, turns: draft.other?.turns ?? [] }, other);
  const problems = { ...first.problems, ...second?.problems };
  const hasProblem = Object.keys(problems).length > 0;
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  const requests = [{ model, body: first.body }, ...(other && second ? [{ model: other, body: second.body }] : [])];
  const about = { models, model, other, draft, change, problems };
  const classes = ['playground', opened.side && 'has-side', draft.turns.length > 0 && 'has-turns'];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <div className="playground-talk">
        <ModelChoice {...about} />
        <p className="machine muted small" role="note">
          {texts.machine}
        </p>
        {opened.code && (
          <div className="playground-code">
            <AsCode requests={requests} hasProblem={hasProblem} />
          </div>
        )}
        <Conversation model={model} other={other} draft={draft} setDraft={setDraft} hasProblem={hasProblem} />
      </div>
      {opened.side && (
        <div className="playground-settings">
          <Settings {...about} />
          <Earlier {...conversations} />
        </div>
      )}
    </div>
  );
}

function Earlier({ others, open }: Conversations) {
  const texts = useTexts(playgroundTexts);
  if (others.length === 0) return null;
  return (
    <Card title={texts.earlier}>
      <nav aria-label={texts.earlier}>
        <ul className="earlier">
          {others.map(({ id, atMs, title }) => (
            <li key={id}>
              <button type="button" onClick={() => open(id)}>
                <span className="earlier-title">{title || texts.untitled}</span>
              </button>
              <span className="muted small">
                <Ago atMs={atMs} />
              </span>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  );
}
