/** Making a token, and showing its secret this once. */

import type { NewTokenView, TokenView } from '../../../../src/features/tokens/contract.ts';
import { useTexts } from '../../language.tsx';
import { CodeBlock, ShownOnce } from '../../ui/copy.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { CheckField, Options, SelectField, TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { Problem } from '../../ui/problem.tsx';
import { DAY_MS } from '../keys/key-state.ts';
import { tokensTexts } from './texts.ts';

export type TokenScope = TokenView['scopes'][number];

export type TokenWish<Scope extends TokenScope> = {
  readonly name: string;
  readonly scopes: Scope[];
  readonly expiresAtMs: number | null;
};

type NewTokenProps<Scope extends TokenScope> = {
  readonly scopes: readonly Scope[];
  readonly send: (wish: TokenWish<Scope>) => Promise<void>;
  readonly onClose: () => void;
};

const EXPIRY_DAYS = [30, 90, 365];

export function NewTokenDialog<Scope extends TokenScope>({ scopes, send, onClose }: NewTokenProps<Scope>) {
  const texts = useTexts(tokensTexts);
  const chosenIn = (values: FormData) => scopes.filter((scope) => values.getAll('scopes').includes(scope));
  const { form, problems, error, isBusy } = useForm({
    fields: ['name', 'scopes', 'expiresAtMs'],
    check: (values) => ({
      name: textOf(values, 'name') === '' ? texts.nameMissing : undefined,
      scopes: chosenIn(values).length === 0 ? texts.scopesMissing : undefined,
    }),
    send: (values) => {
      const days = Number(textOf(values, 'expiresAtMs'));
      const expiresAtMs = days > 0 ? Date.now() + days * DAY_MS : null;
      return send({ name: textOf(values, 'name'), scopes: chosenIn(values), expiresAtMs });
    },
  });
  return (
    <Dialog title={texts.newTitle} onClose={onClose}>
      <form {...form} className="stack">
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          problem={problems.name}
          name="name"
          autoComplete="off"
          maxLength={100}
        />
        <fieldset className="field">
          <legend>{texts.scopes}</legend>
          <span className="hint">{texts.scopesHint}</span>
          {scopes.map((scope) => (
            <CheckField
              key={scope}
              name="scopes"
              value={scope}
              label={
                <>
                  {texts.scope[scope]} <code className="muted small">{scope}</code>
                </>
              }
            />
          ))}
          {problems.scopes && (
            <span className="problem" role="alert">
              {problems.scopes}
            </span>
          )}
        </fieldset>
        <SelectField label={texts.expiry} problem={problems.expiresAtMs} name="expiresAtMs" defaultValue="90">
          <Options of={EXPIRY_DAYS.map((days) => [days, texts.days(days)])} />
          <option value="0">{texts.never}</option>
        </SelectField>
        <Problem error={error} />
        <FormActions action={texts.createAction} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

type SecretProps = { readonly made: NewTokenView; readonly path: string; readonly onClose: () => void };

export function SecretDialog({ made, path, onClose }: SecretProps) {
  const texts = useTexts(tokensTexts);
  const example = `curl ${location.origin}${path} \\\n  -H "Authorization: Bearer ${made.secret}"`;
  return (
    <Dialog title={texts.madeTitle} onClose={onClose} staysOpen>
      <div className="stack">
        <p className="muted">{made.token.name}</p>
        <ShownOnce secret={made.secret} texts={{ ...texts, label: texts.token }} />
        <div className="stack tight">
          <h3>{texts.example}</h3>
          <CodeBlock language="shell" text={example} label={texts.exampleLabel} />
        </div>
      </div>
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={onClose}>
          {texts.done}
        </button>
      </div>
    </Dialog>
  );
}
