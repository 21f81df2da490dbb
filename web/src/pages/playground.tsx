/** The playground: a conversation with a model, its price as it grows, and the same request as code. */
import { useEffect, useState } from 'react';
import type { ModelView } from '../../../src/wire/settings-api.ts';
import { useApi } from '../api.ts';
import { useTexts } from '../language.tsx';
import { playgroundTexts } from '../texts/playground.ts';
import { Confirm } from '../ui/dialog.tsx';
import { Card, Empty, Page, Skeleton } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { AsCode } from './playground/as-code.tsx';
import { Conversation } from './playground/conversation.tsx';
import { bodyOf, type Draft, draftFrom, EMPTY_DRAFT } from './playground/draft.ts';
import { Settings } from './playground/settings.tsx';

const KEPT = 'boreal.playground';

export default function Playground() {
  const texts = useTexts(playgroundTexts);
  const { data, error, mutate } = useApi('GET /api/models');
  const [draft, setDraft] = useState(() => draftFrom(sessionStorage.getItem(KEPT)));
  const [isClearing, setIsClearing] = useState(false);
  useEffect(() => sessionStorage.setItem(KEPT, JSON.stringify(draft)), [draft]);
  const models = data?.models.filter(({ kind }) => kind === 'chat');
  const model = data && models && modelOf(models, draft.model ?? data.defaultModel);
  const clear = (
    <button type="button" className="button" onClick={() => setIsClearing(true)}>
      {texts.clear}
    </button>
  );
  return (
    <Page title={texts.title} lead={texts.lead} actions={clear}>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && <Skeleton lines={8} />}
      {data && !model && (
        <Card>
          <Empty title={texts.model}>{texts.noModels}</Empty>
        </Card>
      )}
      {models && model && <Loaded {...{ models, model, draft, setDraft }} />}
      {isClearing && (
        <Confirm
          title={texts.clearTitle}
          action={texts.clear}
          onConfirm={async () => setDraft({ ...EMPTY_DRAFT, model: draft.model })}
          onClose={() => setIsClearing(false)}
        >
          <p>{texts.clearLead}</p>
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
  readonly draft: Draft;
  readonly setDraft: (change: (before: Draft) => Draft) => void;
};

function Loaded({ models, model, draft, setDraft }: LoadedProps) {
  const { body, problems } = bodyOf(draft, model);
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  return (
    <div className="playground">
      <div className="playground-settings">
        <Settings {...{ models, model, draft, change, problems }} />
      </div>
      <div className="playground-talk">
        <Conversation {...{ model, draft, setDraft }} hasProblem={Object.keys(problems).length > 0} />
      </div>
      <div className="playground-code">
        <AsCode body={body} model={model} hasProblem={Object.keys(problems).length > 0} />
      </div>
    </div>
  );
}
