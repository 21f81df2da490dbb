/** From nothing to a first answer: the address, a key, a request; then every editor and agent that can use them. */

import { useState } from 'react';
import { Link } from 'wouter';
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { useApi } from '../../api.ts';
import { DIALECT_CHOICES, type Dialect } from '../../dialects.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { failedOf } from '../../loads.ts';
import { useModelRole } from '../../model-role.ts';
import { useServiceNames } from '../../service-names.ts';
import { installCommand, SNIPPET_CHOICES, SNIPPETS, type SnippetLanguage } from '../../snippets.ts';
import { demonstrationTexts } from '../../texts/model-roles.ts';
import { CodeBlock, SecretBox } from '../../ui/copy.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { Card, Choice, Empty, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Editors } from './editors.tsx';
import { TestRequest } from './test-request.tsx';
import { quickStartTexts } from './texts.ts';

export default function QuickStart() {
  const texts = useTexts(quickStartTexts);
  const service = useApi('GET /api/service');
  const models = useApi('GET /api/models');
  const { baseUrl, keyVariable } = useServiceNames();
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Problem {...failedOf([service, models])} />
      <div className="cards">
        <Card title={texts.step1}>
          <p className="muted">{texts.addressLead}</p>
          {service.data || service.error ? <SecretBox secret={baseUrl} /> : <Skeleton lines={2} />}
        </Card>
        <Card title={texts.step2}>
          <p className="muted">{texts.keyLead}</p>
          <div>
            <Link className="button primary" href="/keys">
              {texts.keyLink}
            </Link>
          </div>
          <CodeBlock language="shell" label={texts.keyCommand} text={`export ${keyVariable}=sk-…`} />
        </Card>
      </div>
      {models.data ? (
        <WithModels
          models={models.data.models.filter(({ kind }) => kind === 'chat')}
          defaultModel={models.data.defaultModel}
        />
      ) : (
        !models.error && (
          <Card>
            <Skeleton lines={10} />
          </Card>
        )
      )}
    </Page>
  );
}

type WithModelsProps = {
  readonly models: readonly ModelView[];
  readonly defaultModel: string;
};

function WithModels({ models, defaultModel }: WithModelsProps) {
  const [picked, setPicked] = useState(defaultModel);
  const model = models.find(({ id }) => id === picked) ?? models[0];
  if (!model) return <NoModels />;
  return (
    <>
      <FirstRequest models={models} model={model} onPick={setPicked} />
      <TestRequest model={model.id} />
      <Editors models={models} model={model.id} />
    </>
  );
}

function NoModels() {
  const texts = useTexts(quickStartTexts);
  return (
    <Card>
      <Empty title={texts.noModels}>{texts.noModelsLead}</Empty>
    </Card>
  );
}

type FirstRequestProps = {
  readonly models: readonly ModelView[];
  readonly model: ModelView;
  readonly onPick: (model: string) => void;
};

function FirstRequest({ models, model, onPick }: FirstRequestProps) {
  const { baseUrl, keyVariable } = useServiceNames();
  const texts = useTexts(quickStartTexts);
  const roleOf = useModelRole();
  const { mark } = useTexts(demonstrationTexts);
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const [dialect, setDialect] = useState<Dialect>('chat');
  const { name, write, language: highlighting } = SNIPPETS[language];
  return (
    <Card
      title={texts.step3}
      actions={<Choice label={texts.language} value={language} options={SNIPPET_CHOICES} onChange={setLanguage} />}
    >
      <div className="pick-model">
        <SelectField label={texts.model} value={model.id} onChange={(event) => onPick(event.target.value)}>
          <Options
            of={models.map(({ id, role, roleCs, isDemonstration }) => [
              id,
              `${id}: ${isDemonstration ? mark : roleOf(role, roleCs)}`,
            ])}
          />
        </SelectField>
      </div>
      <AboutModel model={model} />
      <Choice label={texts.form} value={dialect} options={DIALECT_CHOICES} onChange={setDialect} />
      <CodeBlock
        label={name}
        language={highlighting}
        text={write({ baseUrl, dialect, model: model.id, key: `$${keyVariable}` })}
      />
      <p className="muted small">{language === 'curl' ? '\u00a0' : texts.install(installCommand(language, dialect))}</p>
      <p>
        <a href="/reference">{texts.reference}</a>
      </p>
    </Card>
  );
}

/** The model that answers, and how much fits into a request. */
function AboutModel({ model: { note, contextTokens, aliases } }: { readonly model: ModelView }) {
  const texts = useTexts(quickStartTexts);
  const roleOf = useModelRole();
  const format = useFormat();
  return (
    <div className="stack tight small muted">
      {note && <p>{roleOf(note)}</p>}
      {aliases.length > 0 && <p>{texts.aliases(aliases.join(', '))}</p>}
      {contextTokens !== null && <p>{texts.context(format.count(contextTokens))}</p>}
    </div>
  );
}
