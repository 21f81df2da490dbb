import { useState } from 'react';
import { useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { curlSnippet, pythonSnippet, typescriptSnippet } from '../../snippets.ts';
import { playgroundTexts } from '../../texts/playground.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Card, Choice } from '../../ui/page.tsx';
import type { Body } from './draft.ts';

export const SNIPPETS = {
  curl: { name: 'curl', write: curlSnippet },
  python: { name: 'Python', write: pythonSnippet },
  typescript: { name: 'TypeScript', write: typescriptSnippet },
} as const;

export type SnippetLanguage = keyof typeof SNIPPETS;
export const SNIPPET_CHOICES = (Object.keys(SNIPPETS) as SnippetLanguage[]).map(
  (language) => [language, SNIPPETS[language].name] as const,
);

/** Where the key is kept by those who copy. */
export const KEY_VARIABLE = '$BOREAL_API_KEY';

type AsCodeProps = { readonly body: Body; readonly model: string; readonly hasProblem: boolean };

export function AsCode({ body, model, hasProblem }: AsCodeProps) {
  const texts = useTexts(playgroundTexts);
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const baseUrl = useApi('GET /api/service').data?.baseUrl ?? `${location.origin}/v1`;
  const { model: _, messages, ...rest } = body;
  // An empty conversation leaves the snippet its own example.
  const shown = (messages as readonly unknown[]).length > 0 ? { messages, ...rest } : rest;
  return (
    <Card
      title={texts.code}
      actions={<Choice label={texts.language} value={language} options={SNIPPET_CHOICES} onChange={setLanguage} />}
    >
      {hasProblem ? (
        <p>{texts.codeProblem}</p>
      ) : (
        <>
          <CodeBlock
            label={SNIPPETS[language].name}
            text={SNIPPETS[language].write({ baseUrl, model, key: KEY_VARIABLE, body: shown })}
          />
          <p className="muted small">{texts.codeNote}</p>
        </>
      )}
    </Card>
  );
}
