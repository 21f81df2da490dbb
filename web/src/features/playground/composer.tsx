import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../language.tsx';
import { AreaField } from '../../ui/field.tsx';
import { AttachButton, Attached, type Attachments } from './attachments.tsx';
import { picturesIn } from './pictures.ts';
import { playgroundTexts } from './texts.ts';

type ComposerProps = {
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly attachments: Attachments;
  readonly isBusy: boolean;
  readonly canSend: boolean;
  /** The conversation ends with a turn that waits for an answer. */
  readonly canSendNothing: boolean;
  readonly onSend: (text: string) => void;
  readonly onAddAssistant: (text: string) => void;
};

export function Composer(props: ComposerProps) {
  const { typed, onType, attachments, isBusy, canSend, canSendNothing, onSend, onAddAssistant } = props;
  const texts = useTexts(playgroundTexts);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // On a phone the keyboard would cover what is above.
    if (matchMedia('(min-width: 761px)').matches) field.current?.focus({ preventScroll: true });
  }, []);
  const isEmpty = typed.trim() === '';
  const hasNothing = isEmpty && attachments.pictures.length === 0;
  const mayNotSend = isBusy || !canSend || attachments.isRefused || (hasNothing && !canSendNothing);
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
  const take = (event: { preventDefault(): void }, data: DataTransfer | null) => {
    const files = picturesIn(data);
    if (files.length === 0) return;
    event.preventDefault();
    void attachments.add(files);
  };
  return (
    <form className="composer" onSubmit={submit}>
      <Attached of={attachments} />
      <AreaField
        ref={field}
        label={texts.message}
        placeholder={texts.messageHint}
        rows={2}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={sendOnEnter}
        onPaste={(event) => take(event, event.clipboardData)}
        onDrop={(event) => take(event, event.dataTransfer)}
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
        <AttachButton of={attachments} />
        <button
          type="button"
          className="button quiet add-assistant"
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
