/** A price by type of token, in a form: of what is sold, and of what is bought. */
import { useTexts } from '../../language.tsx';
import { TextField } from '../../ui/field.tsx';
import { type Problems, textOf } from '../../ui/form.ts';
import { operatorPricesTexts } from './texts.ts';

const TYPES = ['input', 'cachedInput', 'output', 'reasoning'] as const;
/** They cost as input where they are left empty. */
export const WRITES = ['cacheWrite5m', 'cacheWrite1h'] as const;
export const PRICE_TYPES = [...TYPES, ...WRITES] as const;
export type PriceType = (typeof PRICE_TYPES)[number];

const isWrite = (type: PriceType): boolean => WRITES.some((write) => write === type);

/** An amount as it is sent; undefined where what was typed is none. */
type ReadAmount = (typed: string) => string | undefined;

export function wrongPrices(values: FormData, read: ReadAmount, problem: string): Problems {
  const isWrong = (type: PriceType) => {
    const typed = textOf(values, type);
    return read(typed) === undefined && (typed !== '' || !isWrite(type));
  };
  return Object.fromEntries(PRICE_TYPES.map((type) => [type, isWrong(type) ? problem : undefined]));
}

/** The price of a form in which nothing is wrong. */
export function typedPrice(values: FormData, read: ReadAmount) {
  const [input, cachedInput, output, reasoning] = TYPES.map((type) => read(textOf(values, type))!);
  const writes = Object.fromEntries(
    WRITES.flatMap((type) => (textOf(values, type) === '' ? [] : [[type, read(textOf(values, type))!]])),
  );
  return { input: input!, cachedInput: cachedInput!, output: output!, reasoning: reasoning!, ...writes };
}

type Props = {
  readonly legend: string;
  readonly problems: Problems;
  readonly shown?: (type: PriceType) => string | undefined;
};

export function PriceFields({ legend, problems, shown }: Props) {
  const { types, asInput } = useTexts(operatorPricesTexts);
  return (
    <fieldset className="field">
      <legend>{legend}</legend>
      <div className="price-fields">
        {PRICE_TYPES.map((type) => (
          <TextField
            key={type}
            label={types[type]}
            hint={isWrite(type) ? asInput : undefined}
            problem={problems[type]}
            name={type}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={shown?.(type)}
          />
        ))}
      </div>
    </fieldset>
  );
}
