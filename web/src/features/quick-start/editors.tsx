import { useState } from 'react';
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import type { CodeLanguage } from '../../../../src/lib/highlight.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { useServiceNames } from '../../service-names.ts';
import { CodeBlock, CopyButton } from '../../ui/copy.tsx';
import { Card, Choice } from '../../ui/page.tsx';
import type { Place, Recipe } from './recipe.ts';
import { quickStartTexts } from './texts.ts';
import { modelFor, RECIPES } from './tools.ts';

type EditorsProps = {
  readonly models: readonly ModelView[];
  /** The model chosen above; a tool that cannot use it gets another. */
  readonly model: string;
};

export function Editors({ models, model }: EditorsProps) {
  const service = useServiceNames();
  const texts = useTexts(quickStartTexts);
  const [id, setId] = useState(RECIPES[0]!.id);
  const recipe = RECIPES.find((one) => one.id === id)!;
  const usable = modelFor(recipe, models, model);
  return (
    <Card title={texts.editors}>
      <p className="muted">{texts.editorsLead}</p>
      <Choice
        label={texts.tool}
        value={id}
        options={RECIPES.map((one) => [one.id, one.name] as const)}
        onChange={setId}
      />
      {usable ? (
        <Shown recipe={recipe} place={{ baseUrl: service.baseUrl, model: usable, service }} />
      ) : (
        <p>{texts.noTool}</p>
      )}
      <p className="muted small">{texts.notListed}</p>
    </Card>
  );
}

function Shown({ recipe, place }: { readonly recipe: Recipe; readonly place: Place }) {
  const texts = useTexts(quickStartTexts);
  const format = useFormat();
  const { contextTokensMin: needed = 0 } = recipe;
  const { id, contextTokens } = place.model;
  return (
    <div className="stack tight">
      {contextTokens !== null && contextTokens < needed && (
        <p className="notice">{texts.smallContext(format.count(needed), id, format.count(contextTokens))}</p>
      )}
      <p>{introOf(recipe, texts)}</p>
      {recipe.kind === 'form' ? (
        <Fields fields={recipe.fields(place)} />
      ) : (
        <CodeBlock label={recipe.name} language={languageOf(recipe)} text={recipe.write(place)} />
      )}
      <p className="muted small">{texts.notes[recipe.id](place.service.keyVariable, place.service.slug)}</p>
      {recipe.unknownContext && place.model.contextTokens === null && (
        <p className="muted small">{texts.unknownContext[recipe.unknownContext]}</p>
      )}
    </div>
  );
}

/** Settings in TOML and YAML have the strings and comments of a shell. */
function languageOf(recipe: Exclude<Recipe, { kind: 'form' }>): CodeLanguage | undefined {
  if (recipe.kind === 'shell') return 'shell';
  const ending = recipe.path.split('.').at(-1)!;
  return ending === 'json' ? 'json' : ['toml', 'yaml'].includes(ending) ? 'shell' : undefined;
}

function introOf(recipe: Recipe, texts: (typeof quickStartTexts)['en']): string {
  if (recipe.kind === 'file') return texts.inFile(recipe.path);
  return recipe.kind === 'shell' ? texts.inShell : texts.inForm;
}

function Fields({ fields }: { readonly fields: readonly (readonly [string, string])[] }) {
  return (
    <dl className="form-values">
      {fields.map(([name, value]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd>
            <code>{value}</code> {value.includes('/') && <CopyButton text={value} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
