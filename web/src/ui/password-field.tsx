import { type ComponentProps, useState } from 'react';
import { useTexts } from '../language.tsx';
import { frameTexts } from '../texts/frame.ts';
import { Field } from './field.tsx';

type PasswordFieldProps = { readonly label: string; readonly hint?: string; readonly problem?: string | undefined };

/** A password that can be shown while it is typed. */
export function PasswordField({ label, hint, problem, ...input }: PasswordFieldProps & ComponentProps<'input'>) {
  const texts = useTexts(frameTexts);
  const [isShown, setIsShown] = useState(false);
  return (
    <Field about={{ label, hint, problem }}>
      {(aria) => (
        <div className="password">
          <input
            {...aria}
            {...input}
            type={isShown ? 'text' : 'password'}
            maxLength={128}
            spellCheck={false}
            autoCapitalize="none"
          />
          <button
            type="button"
            className="button quiet compact"
            aria-label={isShown ? texts.hidePassword : texts.showPassword}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? texts.hide : texts.show}
          </button>
        </div>
      )}
    </Field>
  );
}
