/**
 * A form that loses nothing: what is wrong is said at its field, whether this page or the server found it, and the
 * focus goes to the first of them.
 */
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api.ts';
import { useErrorText } from './problem.tsx';
import { useSubmit } from './submit.ts';

export type Problems = Readonly<Record<string, string | undefined>>;

type FormParts = {
  /** The names of the inputs; a refusal of the server that names none of them is shown above the button. */
  readonly fields: readonly string[];
  /** The problems that this page finds, by field. */
  readonly check?: (values: FormData) => Problems;
  /** What a field must be, by field, where only the server knows whether it is: its own sentences are English. */
  readonly refused?: Problems;
  readonly send: (values: FormData) => Promise<unknown>;
};

export function useForm({ fields, check, refused, send }: FormParts) {
  const ref = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<Problems>({});
  const { isBusy, error, run } = useSubmit(send);
  const textOf = useErrorText();
  const field = fieldOf(error, fields);
  const problems: Problems = field ? { ...found, ...problemsIn(error, { fields, refused, textOf }) } : found;

  useEffect(() => {
    if (!isBusy && (error || Object.keys(found).length > 0)) focusProblem(ref.current);
  }, [isBusy, error, found]);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A form in a window is, for React, still inside whatever opened it.
    event.stopPropagation();
    const values = new FormData(event.currentTarget);
    const wrong = Object.entries(check?.(values) ?? {}).filter(([, text]) => text);
    setFound(Object.fromEntries(wrong));
    if (wrong.length === 0) void run(values);
  };
  return { form: { ref, onSubmit, noValidate: true }, problems, error: field ? undefined : error, isBusy };
}

export const textOf = (values: FormData, name: string): string => String(values.get(name) ?? '').trim();

/** Passwords keep their spaces. */
export const secretOf = (values: FormData, name: string): string => String(values.get(name) ?? '');

const FIELDS_OF_CODE: Readonly<Record<string, readonly string[]>> = {
  password_length: ['newPassword', 'password'],
  password_weak: ['newPassword', 'password'],
  wrong_password: ['currentPassword', 'password'],
  email_taken: ['newEmail', 'email'],
  invalid_code: ['code'],
  terms_not_accepted: ['terms'],
  // Of signing in, which names no field.
  invalid_request_error: ['newEmail', 'email'],
};

const isInvalid = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_request_error';

type Told = Pick<FormParts, 'fields'> & {
  readonly refused: Problems | undefined;
  readonly textOf: (thrown: unknown) => string;
};

/** What a refusal says of each field, whether the server names one or several. */
function problemsIn(error: unknown, { fields, refused, textOf }: Told): Problems {
  const each = error instanceof ApiError && error.problems?.map((problem) => new ApiError({ ...error, ...problem }));
  const told = (each || [error]).flatMap((one) => {
    const field = fieldOf(one, fields);
    return field ? [[field, (isInvalid(one) && refused?.[field]) || textOf(one)] as const] : [];
  });
  return Object.fromEntries(told);
}

/** The field that a refusal is about: by its name (`allowedRanges[0]`, `settings.baseUrl`), else by its code. */
export function fieldOf(error: unknown, fields: readonly string[]): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const named = error.param?.split(/[.[]/).findLast((part) => fields.includes(part));
  if (named) return named;
  if (isInvalid(error) && error.param) return undefined;
  return FIELDS_OF_CODE[error.code]?.find((name) => fields.includes(name));
}

/** A button that was disabled while it worked has lost the focus. */
function focusProblem(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (first) first.focus();
  else if (document.activeElement === document.body) {
    form?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
  }
}
