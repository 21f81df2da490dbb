import type { FormEvent } from 'react';
import { useTexts } from '../language.tsx';
import { operatorTexts } from '../texts/operator.ts';
import { TextField } from './field.tsx';

type SearchProps = {
  readonly label: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
};

/** Searches when it is sent, not at each key. */
export function SearchForm({ label, search, onSearch }: SearchProps) {
  const texts = useTexts(operatorTexts);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim());
  };
  return (
    <form className="search" role="search" onSubmit={submit}>
      <TextField
        label={label}
        name="search"
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={320}
        defaultValue={search}
      />
      <button type="submit" className="button">
        {texts.searchAction}
      </button>
    </form>
  );
}
