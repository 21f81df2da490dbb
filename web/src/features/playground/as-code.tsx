import { useState } from 'react';
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { DIALECT_CHOICES, type Dialect, translated } from '../../dialects.ts';
import { useTexts } from '../../language.tsx';
import { useServiceNames } from '../../service-names.ts';
import { SNIPPET_CHOICES, SNIPPETS, type SnippetLanguage } from '../../snippets.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Card, Choice } from '../../ui/page.tsx';
import { type Body, withoutBytes } from './draft.ts';
import { playgroundTexts } from './texts.ts';

type AsCodeProps = {
  /** One for each model that is asked. */
  readonly requests: readonly { readonly model: ModelView; readonly body: Body }[];
  readonly hasProblem: boolean;
};

export function AsCode({ requests, hasProblem }: AsCodeProps) {
  const texts = useTexts(playgroundTexts);
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const [dialect, setDialect] = useState<Dialect>('chat');
  const [chosen, setChosen] = useState('');
  const { model, body } = requests.find((request) => request.model.id === chosen) ?? requests[0]!;
  const { baseUrl, keyVariable } = useServiceNames();
  const shown = translated(dialect, withoutBytes(asked(body)), model.maxOutputTokens);
  return (
    <Card
      title={texts.code}
      actions={<Choice label={texts.language} value={language} options={SNIPPET_CHOICES} onChange={setLanguage} />}
    >
      {hasProblem ? (
        <p>{texts.codeProblem}</p>
      ) : (
        <>
          {requests.length > 1 && (
            <Choice
              label={texts.model}
              value={model.id}
              options={requests.map((request) => [request.model.id, request.model.id] as const)}
              onChange={setChosen}
            />
          )}
          <Choice label={texts.form} value={dialect} options={DIALECT_CHOICES} onChange={setDialect} />
          <CodeBlock
            label={SNIPPETS[language].name}
            language={SNIPPETS[language].language}
            text={SNIPPETS[language].write({
              baseUrl,
              dialect,
              key: `$${keyVariable}`,
              model: model.id,
              body: withExample(shown.body),
            })}
          />
          {shown.leftOut.length > 0 && <p className="muted small">{texts.leftOut(shown.leftOut.join(', '))}</p>}
          {hasPictures(body) && <p className="muted small">{texts.codePictures}</p>}
          <p className="muted small">{texts.codeNote(keyVariable)}</p>
        </>
      )}
    </Card>
  );
}

/** Without the answer: with it, the model would be asked to go on with its own words. */
function asked(body: Body): Body {
  const messages = body.messages as readonly { readonly role: string }[];
  return { ...body, messages: messages.slice(0, messages.findLastIndex(({ role }) => role !== 'assistant') + 1) };
}

const hasPictures = ({ messages }: Body): boolean =>
  (messages as readonly { readonly content: unknown }[]).some(({ content }) => Array.isArray(content));

/** An empty conversation leaves the snippet its own example. */
function withExample(body: Body): Body {
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => name !== 'model' && !(ASKED.has(name) && isEmpty(value))),
  );
}

const ASKED: ReadonlySet<string> = new Set(['messages', 'input']);
