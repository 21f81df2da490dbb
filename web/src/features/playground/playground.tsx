/** The playground: conversations with a model or two, their price as they grow, and the same requests as code. */

import { useState } from 'react';
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { failedOf } from '../../loads.ts';
import { ownerOf } from '../../person.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Card, Empty, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { AsCode } from './as-code.tsx';
import { Conversation } from './conversation.tsx';
import { bodyOf, type Draft } from './draft.ts';
import { type Conversations, useConversations } from './kept.ts';
import { Settings } from './settings.tsx';
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
    <Page title={texts.title} lead={texts.lead}>
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
  const model = modelOf(models, draft.model ?? defaultModel);
  const actions = (
    <>
      <button type="button" className="button" onClick={conversations.begin}>
        {texts.begin}
      </button>
      <button type="button" className="button" onClick={() => setIsDeleting(true)}>
        {texts.delete}
      </button>
    </>
  );
  return (
    <Page title={texts.title} lead={texts.lead} actions={actions}>
      <p className="muted" role="note">
        {texts.machine}
      </p>
      {!model && (
        <Card>
          <Empty title={texts.model}>{texts.noModels}</Empty>
        </Card>
      )}
      {model && <Loaded key={id} models={models} model={model} conversations={conversations} />}
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

/** A model that was kept and is gone gives way to another. */
const modelOf = (models: readonly ModelView[], id: string): ModelView | undefined =>
  models.find((model) => model.id === id) ?? models[0];

type LoadedProps = {
  readonly models: readonly ModelView[];
  readonly model: ModelView;
  readonly conversations: Conversations;
};

function Loaded({ models, model, conversations }: LoadedProps) {
  const { draft, setDraft } = conversations;
  const other = models.find(({ id }) => id === draft.other?.model && id !== model.id);
  const first = bodyOf(draft, model);
  const second = other && bodyOf({ ...draft, turns: draft.other?.turns ?? [] }, other);
  const problems = { ...first.problems, ...second?.problems };
  const hasProblem = Object.keys(problems).length > 0;
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  const requests = [{ model, body: first.body }, ...(other && second ? [{ model: other, body: second.body }] : [])];
  return (
    <div className={other ? 'playground compares' : 'playground'}>
      <div className="playground-settings">
        <Earlier {...conversations} />
        <Settings models={models} model={model} other={other} draft={draft} change={change} problems={problems} />
      </div>
      <div className="playground-talk">
        <Conversation model={model} other={other} draft={draft} setDraft={setDraft} hasProblem={hasProblem} />
      </div>
      <div className="playground-code">
        <AsCode requests={requests} hasProblem={hasProblem} />
      </div>
    </div>
  );
}

function Earlier({ others, open }: Conversations) {
  const texts = useTexts(playgroundTexts);
  const format = useFormat();
  if (others.length === 0) return null;
  return (
    <Card>
      <SelectField label={texts.earlier} value="" onChange={(event) => open(event.target.value)}>
        <option value="">{texts.choose}</option>
        {others.map(({ id, atMs, title }) => (
          <option key={id} value={id}>
            {format.day(atMs)} {format.hour(atMs)} {title}
          </option>
        ))}
      </SelectField>
    </Card>
  );
}
