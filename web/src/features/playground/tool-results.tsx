import { type FormEvent, useState } from 'react';
import { useTexts } from '../../language.tsx';
import { AreaField } from '../../ui/field.tsx';
import type { ToolCall, Turn } from './draft.ts';
import { playgroundTexts } from './texts.ts';

type ToolResultsProps = {
  readonly calls: readonly ToolCall[];
  readonly onSend: (results: readonly Turn[]) => void;
};

/** The model waits for these: the person plays the program that has the tools. */
export function ToolResults({ calls, onSend }: ToolResultsProps) {
  const texts = useTexts(playgroundTexts);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(
      calls.map(({ id }) => ({ id: crypto.randomUUID(), role: 'tool', toolCallId: id, content: typed[id] ?? '' })),
    );
  };
  return (
    <form className="stack" onSubmit={submit}>
      {calls.map(({ id, name }) => (
        <AreaField
          key={id}
          label={texts.result(name)}
          hint={texts.resultHint}
          className="code-area"
          rows={3}
          required
          spellCheck={false}
          value={typed[id] ?? ''}
          onChange={(event) => setTyped({ ...typed, [id]: event.target.value })}
        />
      ))}
      <div>
        <button type="submit" className="button primary">
          {texts.sendResults}
        </button>
      </div>
    </form>
  );
}
