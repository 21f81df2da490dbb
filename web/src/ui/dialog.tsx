/** A window over the page: keeps the focus inside, closes with Escape, and says its title to screen readers. */
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useTexts } from '../language.tsx';
import { frameTexts } from '../texts/frame.ts';
import { Problem } from './problem.tsx';
import { useSubmit } from './submit.ts';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** For what is shown only once: neither a stray click beside the window nor Escape closes it, only its button. */
  readonly staysOpen?: boolean;
};

/** Open as long as it is drawn. */
export function Dialog({ title, onClose, children, staysOpen = false }: DialogProps) {
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && !staysOpen && onClose()} disablePointerDismissal={staysOpen}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog">
          <Base.Title render={<h2>{title}</h2>} />
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type FormActionsProps = {
  /** The verb on the button that sends the form. */
  readonly action: string;
  readonly looks?: 'primary' | 'danger';
  readonly isDisabled: boolean;
  readonly onClose: () => void;
};

/** The end of a form in a window: leave it, or send it. */
export function FormActions({ action, looks = 'primary', isDisabled, onClose }: FormActionsProps) {
  const texts = useTexts(frameTexts);
  return (
    <div className="dialog-actions">
      <button type="button" className="button" onClick={onClose}>
        {texts.cancel}
      </button>
      <button type="submit" className={`button ${looks}`} disabled={isDisabled}>
        {action}
      </button>
    </div>
  );
}

type ConfirmProps = {
  readonly title: string;
  readonly children: ReactNode;
  /** The verb on the button: what will happen. */
  readonly action: string;
  /** The text of the other button where "cancel" could mean either. */
  readonly keep?: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
};

/** Asks before something that cannot be undone. */
export function Confirm({ title, children, action, keep, onConfirm, onClose }: ConfirmProps) {
  const texts = useTexts(frameTexts);
  const { isBusy, error, run } = useSubmit(onConfirm);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">{children}</div>
      <Problem error={error} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {keep ?? texts.cancel}
        </button>
        <button
          type="button"
          className="button danger"
          disabled={isBusy}
          onClick={async () => {
            if (await run()) onClose();
          }}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}
