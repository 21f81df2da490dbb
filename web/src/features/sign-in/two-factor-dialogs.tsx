import { type Proof, verifyCode } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { CopyButton, SecretBox } from '../../ui/copy.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { secretOf, useForm } from '../../ui/form.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { accountTexts } from './account-texts.ts';
import { digitsOf, isOneTimeCode, OneTimeCodeField } from './one-time-code.tsx';
import { QrCode } from './qr-code.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { signInTexts } from './texts.ts';

type ProofDialogProps = {
  readonly title: string;
  readonly lead?: string;
  readonly action: string;
  /** Removes something. */
  readonly isDanger?: boolean;
  readonly hasPassword: boolean;
  readonly send: (proof: Proof) => Promise<unknown>;
  readonly onClose: () => void;
};

/** Asks for the password where there is one: an unlocked computer alone must not change how its owner signs in. */
export function ProofDialog({ title, lead, action, isDanger, hasPassword, send, onClose }: ProofDialogProps) {
  const texts = useTexts(accountTexts).twoFactor;
  const { passwordMissing } = useTexts(signInTexts);
  const { form, problems, error, isBusy } = useForm({
    fields: ['password'],
    check: (values) => ({
      password: hasPassword && !secretOf(values, 'password') ? passwordMissing : undefined,
    }),
    send: (values) => send(hasPassword ? { password: secretOf(values, 'password') } : {}),
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form} className="stack">
        {lead && <p>{lead}</p>}
        {hasPassword && (
          <PasswordField
            label={texts.password}
            problem={problems.password}
            name="password"
            autoComplete="current-password"
          />
        )}
        <Problem error={error}>
          <SignInAgain error={error} />
        </Problem>
        <FormActions action={action} looks={isDanger ? 'danger' : 'primary'} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

type ScanDialogProps = { readonly uri: string; readonly onConfirmed: () => void; readonly onClose: () => void };

/** Only a code from the app turns the second factor on, so that a wrong scan locks no one out. */
export function ScanDialog({ uri, onConfirmed, onClose }: ScanDialogProps) {
  const texts = useTexts(accountTexts).twoFactor;
  const { codeMissing } = useTexts(signInTexts).twoFactor;
  const { form, problems, error, isBusy } = useForm({
    fields: ['code'],
    check: (values) => ({ code: isOneTimeCode(values) ? undefined : codeMissing }),
    send: (values) => verifyCode(digitsOf(values)).then(onConfirmed),
  });
  return (
    <Dialog title={texts.scanTitle} onClose={onClose} staysOpen>
      <p>{texts.scan}</p>
      <QrCode text={uri} label={texts.qr} />
      <div className="field">
        <span>{texts.byHand}</span>
        <SecretBox secret={secretIn(uri)} label={texts.copySecret} />
      </div>
      <form {...form} className="stack">
        <OneTimeCodeField label={texts.code} problem={problems.code} />
        <Problem error={error} />
        <FormActions action={texts.confirm} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

const secretIn = (uri: string): string => new URL(uri).searchParams.get('secret') ?? '';

type BackupCodesProps = { readonly codes: readonly string[]; readonly onClose: () => void };

export function BackupCodes({ codes, onClose }: BackupCodesProps) {
  const texts = useTexts(accountTexts).twoFactor;
  return (
    <Dialog title={texts.codesTitle} onClose={onClose} staysOpen>
      <p>{texts.codes}</p>
      <ul className="backup-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <CopyButton text={codes.join('\n')} label={texts.copyCodes} />
        <button type="button" className="button compact" onClick={() => print()}>
          {texts.print}
        </button>
        <button type="button" className="button primary compact" onClick={onClose}>
          {texts.done}
        </button>
      </div>
    </Dialog>
  );
}
