import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTexts } from '../../language.tsx';
import { AreaField } from '../../ui/field.tsx';
import { playgroundTexts } from './texts.ts';

type ComposerProps = {
  readonly isBusy: boolean;
  readonly canSend: boolean;
  /** The conversation ends with a turn that waits for an answer. */
  readonly canSendNothing: boolean;
  readonly onSend: (text: string) => void;
  readonly onAddAssistant: (text: string) => void;
};

export function Composer({ isBusy, canSend, canSendNothing, onSend, onAddAssistant }: ComposerProps) {
  const texts = useTexts(playgroundTexts);
  const [typed, setTyped] = useState('');
  const isEmpty = typed.trim() === '';
  const mayNotSend = isBusy || !canSend || (isEmpty && !canSendNothing);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayNotSend) return;
    onSend(isEmpty ? '' : typed);
    setTyped('');
  };
  const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed, Enter belongs to the keyboard of Asian languages.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <AreaField
        label={texts.message}
        hint={texts.messageHint}
        rows={3}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={sendOnEnter}
      />
      {!canSend && (
        <p className="notice warn" role="alert">
          {texts.codeProblem}
        </p>
      )}
      <div className="row">
        <button type="submit" className="button primary" disabled={mayNotSend}>
          {texts.send}
        </button>
        <button
          type="button"
          className="button quiet"
          disabled={isBusy || isEmpty}
          onClick={() => {
            onAddAssistant(typed);
            setTyped('');
          }}
        >
          {texts.addAssistant}
        </button>
      </div>
    </form>
  );
}
