import { useState } from 'react';
import useSWR from 'swr';
import type { MeView } from '../../../../src/features/sign-in/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Card, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { accountTexts } from './account-texts.ts';
import { deviceOf } from './device.ts';
import { addPasskey, canUsePasskeys, deletePasskey, listPasskeys, type Passkey } from './passkey.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { ProofDialog } from './two-factor-dialogs.tsx';

type OpenDialog = { readonly kind: 'add' } | { readonly kind: 'remove'; readonly passkey: Passkey };

type PasskeysProps = { readonly me: MeView; readonly onAdded?: () => void };

export function Passkeys({ me, onAdded }: PasskeysProps) {
  const texts = useTexts(accountTexts).passkeys;
  const say = useNotice();
  const [dialog, setDialog] = useState<OpenDialog>();
  const { data, error, mutate } = useSWR('/passkey/list-user-passkeys', listPasskeys, { shouldRetryOnError: false });
  const close = () => setDialog(undefined);
  const added = () => {
    void mutate();
    onAdded?.();
  };
  const nameOf = (passkey: Passkey) => passkey.name || texts.unnamed;
  return (
    <Card title={texts.title}>
      <p className="muted">{texts.lead}</p>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && <Skeleton lines={1} />}
      {data?.length === 0 && canUsePasskeys() && <p>{texts.empty}</p>}
      {data && data.length > 0 && (
        <ul className="things">
          {data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              name={nameOf(passkey)}
              passkey={passkey}
              onRemove={() => setDialog({ kind: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <div>
          <button type="button" className="button" onClick={() => setDialog({ kind: 'add' })}>
            {texts.add}
          </button>
        </div>
      ) : (
        <p className="small muted">{texts.unavailable}</p>
      )}
      {dialog?.kind === 'add' && <AddPasskey email={me.email} onAdded={added} onClose={close} />}
      {dialog?.kind === 'remove' && (
        <ProofDialog
          title={texts.removeTitle(nameOf(dialog.passkey))}
          lead={texts.removeLead}
          action={texts.remove}
          isDanger
          hasPassword={me.hasPassword}
          onClose={close}
          send={async (proof) => {
            await deletePasskey(dialog.passkey.id, proof);
            await mutate();
            say(texts.removed);
            close();
          }}
        />
      )}
    </Card>
  );
}

type PasskeyRowProps = { readonly name: string; readonly passkey: Passkey; readonly onRemove: () => void };

function PasskeyRow({ name, passkey, onRemove }: PasskeyRowProps) {
  const texts = useTexts(accountTexts);
  const format = useFormat();
  return (
    <li>
      <div className="grow any-wrap">
        <strong>{name}</strong>
        {passkey.createdAt && (
          <div className="muted small">{texts.passkeys.added(format.date(Date.parse(passkey.createdAt)))}</div>
        )}
      </div>
      <button
        type="button"
        className="button compact"
        aria-label={texts.sessions.about(texts.passkeys.remove, name)}
        onClick={onRemove}
      >
        {texts.passkeys.remove}
      </button>
    </li>
  );
}

type AddPasskeyProps = { readonly email: string; readonly onAdded: () => void; readonly onClose: () => void };

function AddPasskey({ email, onAdded, onClose }: AddPasskeyProps) {
  const texts = useTexts(accountTexts).passkeys;
  const say = useNotice();
  const { form, problems, error, isBusy } = useForm({
    fields: ['name'],
    check: (values) => ({ name: textOf(values, 'name') ? undefined : texts.nameMissing }),
    send: async (values) => {
      await addPasskey({ name: textOf(values, 'name'), person: email });
      onAdded();
      say(texts.wasAdded);
      onClose();
    },
  });
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <form {...form} className="stack">
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          problem={problems.name}
          name="name"
          autoComplete="off"
          maxLength={100}
          defaultValue={deviceOf(navigator.userAgent) ?? ''}
        />
        <Problem error={error}>
          <SignInAgain error={error} />
        </Problem>
        <FormActions action={texts.addAction} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
