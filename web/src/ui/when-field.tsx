/** From when something holds: at once, or from a time that an operator chooses. */
import { useState } from 'react';
import { operatorPricesTexts } from '../features/catalogue/texts.ts';
import { useTexts } from '../language.tsx';
import { TextField } from './field.tsx';
import { type Problems, textOf } from './form.ts';
import { timeFrom, typedTime } from './typed.ts';

const DAY_MS = 86_400_000;

/** Null: at once. */
export const startIn = (values: FormData): number | null =>
  textOf(values, 'when') === 'later' ? (timeFrom(textOf(values, 'fromMs')) ?? null) : null;

export function useTimeCheck(): (values: FormData) => Problems {
  const { timeWrong } = useTexts(operatorPricesTexts);
  return (values) => {
    const isLater = textOf(values, 'when') === 'later';
    const atMs = timeFrom(textOf(values, 'fromMs'));
    return { fromMs: isLater && (atMs === undefined || atMs < Date.now()) ? timeWrong : undefined };
  };
}

export function WhenField({ problems }: { readonly problems: Problems }) {
  const texts = useTexts(operatorPricesTexts);
  const [isLater, setIsLater] = useState(false);
  const option = (value: 'now' | 'later', text: string) => (
    <label className="choice">
      <input
        type="radio"
        name="when"
        value={value}
        checked={isLater === (value === 'later')}
        onChange={() => setIsLater(value === 'later')}
      />
      <span>{text}</span>
    </label>
  );
  return (
    <fieldset className="field">
      <legend>{texts.when}</legend>
      {option('now', texts.atOnce)}
      {option('later', texts.later)}
      {isLater && (
        <TextField
          label={texts.time}
          problem={problems.fromMs}
          name="fromMs"
          type="datetime-local"
          defaultValue={typedTime(Date.now() + DAY_MS)}
        />
      )}
    </fieldset>
  );
}
