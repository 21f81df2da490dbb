/** The code that an authenticator app shows, as an input. */
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.ts';

const NAME = 'code';
const SIX_DIGITS = /^\d{6}$/;

export function OneTimeCodeField(about: Pick<ComponentProps<typeof TextField>, 'label' | 'problem' | 'autoFocus'>) {
  return (
    <TextField
      {...about}
      name={NAME}
      className="one-time-code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
    />
  );
}

/** Some apps show the digits in groups, and so they are typed. */
export const digitsOf = (values: FormData): string => textOf(values, NAME).replaceAll(/\s/g, '');

export const isOneTimeCode = (values: FormData): boolean => SIX_DIGITS.test(digitsOf(values));
