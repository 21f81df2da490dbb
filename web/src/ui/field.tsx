/** Labelled inputs. Hint and problem belong to the input for screen readers, too. */
import { type ComponentProps, type ReactNode, useId } from 'react';

type About = { readonly label: string; readonly hint?: ReactNode; readonly problem?: string | undefined };

export function TextField({ label, hint, problem, ...input }: About & ComponentProps<'input'>) {
  return <Field about={{ label, hint, problem }}>{(aria) => <input {...aria} {...input} />}</Field>;
}

export function AreaField({ label, hint, problem, ...area }: About & ComponentProps<'textarea'>) {
  return <Field about={{ label, hint, problem }}>{(aria) => <textarea rows={4} {...aria} {...area} />}</Field>;
}

export function SelectField({ label, hint, problem, children, ...select }: About & ComponentProps<'select'>) {
  return (
    <Field about={{ label, hint, problem }}>
      {(aria) => (
        <select {...aria} {...select}>
          {children}
        </select>
      )}
    </Field>
  );
}

/** Choices of a select: each a value with its text, or a value that is its own text. */
type Choice = string | readonly [value: string | number, text: string | undefined];

export const Options = ({ of }: { readonly of: readonly Choice[] }) =>
  of.map((choice) => {
    const [value, text] = typeof choice === 'string' ? [choice, choice] : choice;
    return (
      <option key={value} value={value}>
        {text}
      </option>
    );
  });

type CheckFieldProps = Pick<About, 'problem'> & { readonly label: ReactNode } & ComponentProps<'input'>;

export function CheckField({ label, problem, ...input }: CheckFieldProps) {
  const problemId = useId();
  const aria = problem && { 'aria-invalid': true, 'aria-describedby': problemId };
  return (
    <div className="field">
      <label className="choice">
        <input type="checkbox" {...input} {...aria} />
        <span>{label}</span>
      </label>
      {problem && (
        <span className="problem" id={problemId}>
          {problem}
        </span>
      )}
    </div>
  );
}

type Aria = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
};

/** For an input with more around it than itself. */
export function Field({ about, children }: { readonly about: About; readonly children: (aria: Aria) => ReactNode }) {
  const id = useId();
  const hintId = about.hint ? `${id}-hint` : '';
  const problemId = about.problem ? `${id}-problem` : '';
  return (
    <div className="field">
      <label htmlFor={id}>{about.label}</label>
      {children({
        id,
        'aria-describedby': [hintId, problemId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': about.problem ? true : undefined,
      })}
      {about.hint && (
        <span className="hint" id={hintId}>
          {about.hint}
        </span>
      )}
      {about.problem && (
        <span className="problem" id={problemId}>
          {about.problem}
        </span>
      )}
    </div>
  );
}
