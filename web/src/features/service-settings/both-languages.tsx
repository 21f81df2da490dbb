/** Texts of the operator, which are there in Czech and English or in neither. */
import { AreaField, TextField } from '../../ui/field.tsx';
import { type Problems, textOf } from '../../ui/form.ts';

type BothTexts = { readonly cs: string; readonly en: string };

/** The two fields of a text; null where both are empty. */
export function bothOf(values: FormData, name: string): BothTexts | null {
  const cs = textOf(values, `${name}Cs`);
  const en = textOf(values, `${name}En`);
  return cs === '' && en === '' ? null : { cs, en };
}

/** The problem is said at the field that is empty. */
export function otherLanguageMissing(values: FormData, names: readonly string[], sentence: string): Problems {
  const isEmpty = (field: string) => textOf(values, field) === '';
  const pairs = names.map((name) => [`${name}Cs`, `${name}En`] as const);
  const wrong = pairs.flatMap(([cs, en]) => (isEmpty(cs) === isEmpty(en) ? [] : [isEmpty(cs) ? cs : en]));
  return Object.fromEntries(wrong.map((field) => [field, sentence]));
}

type BothFieldsProps = {
  readonly name: string;
  readonly labels: BothTexts;
  readonly value: BothTexts | null;
  readonly problems: Problems;
  readonly maxLength?: number;
  /** An area of so many lines; without it a field of one line. */
  readonly rows?: number;
};

export function BothFields({ name, labels, value, problems, maxLength, rows }: BothFieldsProps) {
  return (['cs', 'en'] as const).map((lang) => {
    const field = `${name}${lang === 'cs' ? 'Cs' : 'En'}`;
    const about = {
      label: labels[lang],
      name: field,
      lang,
      defaultValue: value?.[lang],
      maxLength,
      problem: problems[field],
    };
    return rows ? <AreaField key={lang} {...about} rows={rows} /> : <TextField key={lang} {...about} />;
  });
}
