import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../language.tsx';
import { AreaField } from '../../ui/field.tsx';
import { playgroundTexts } from './texts.ts';

type ComposerProps = {
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly isBusy: boolean;
  readonly canSend: boolean;
  /** The conversation ends with a turn that waits for an answer. */
  readonly canSendNothing: boolean;
  readonly onSend: (text: string) => void;
  readonly onAddAssistant: (text: string) => void;
};

export function Composer(props: ComposerProps) {
  const { typed, onType, isBusy, canSend, canSendNothing, onSend, onAddAssistant } = props;
  const texts = useTexts(playgroundTexts);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // On a phone the keyboard would cover what is above.
    if (matchMedia('(min-width: 761px)').matches) field.current?.focus({ preventScroll: true });
  }, []);
  const isEmpty = typed.trim() === '';
  const mayNotSend = isBusy || !canSend || (isEmpty && !canSendNothing);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayNotSend) return;
    onSend(isEmpty ? '' : typed);
    onType('');
  };
  const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed, Enter belongs to the keyboard of Asian languages.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form className="composer" onSubmit={submit}>
      <AreaField
        ref={field}
        label={texts.message}
        placeholder={texts.messageHint}
        rows={2}
        value={typed}
        onChange={(event) => onType(event.target.value)}
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
            onType('');
          }}
        >
          {texts.addAssistant}
        </button>
      </div>
    </form>
  );
}
