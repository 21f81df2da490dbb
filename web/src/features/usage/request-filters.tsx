import { type FormEvent, useEffect, useState } from 'react';
import { useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Options, SelectField, TextField } from '../../ui/field.tsx';
import { OUTCOMES, type UsageChoice } from './choice.ts';
import { dayOf, startOfDay, viewerZone } from './period.ts';
import { usageTexts } from './texts.ts';

type Props = { readonly choice: UsageChoice; readonly change: (changed: Partial<UsageChoice>) => void };

export function RequestFilters({ choice, change }: Props) {
  const texts = useTexts(usageTexts);
  const zone = viewerZone();
  const models = useApi('GET /api/models').data?.models.map(({ id }) => [id, id] as const);
  const dayFromMs = startOfDay(dayOf(Date.now(), zone), zone);
  const keys = useApi('GET /api/keys', { query: { dayFromMs } }).data?.keys.map(({ id, name }) => [id, name] as const);
  return (
    <div className="filters">
      <Filter
        label={texts.model}
        value={choice.model}
        options={models}
        onChange={(model) => change({ model: model || undefined })}
      />
      <Filter
        label={texts.key}
        value={choice.key}
        options={keys}
        onChange={(key) => change({ key: key || undefined })}
      />
      <Filter
        label={texts.outcome}
        value={choice.outcome}
        options={OUTCOMES.map((outcome) => [outcome, texts.outcomes[outcome]] as const)}
        onChange={(picked) => change({ outcome: OUTCOMES.find((outcome) => outcome === picked) })}
      />
      <Search choice={choice} change={change} />
    </div>
  );
}

type FilterProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [string, string])[] | undefined;
  readonly onChange: (value: string) => void;
};

/** A value that the address names and the list does not have is still shown, or the filter would seem to be off. */
function Filter({ label, value, options = [], onChange }: FilterProps) {
  const texts = useTexts(usageTexts);
  const isKnown = !value || options.some(([option]) => option === value);
  return (
    <SelectField label={label} value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
      <option value="">{texts.all}</option>
      {!isKnown && <option value={value}>{value}</option>}
      <Options of={options} />
    </SelectField>
  );
}

function Search({ choice, change }: Props) {
  const texts = useTexts(usageTexts);
  const [typed, setTyped] = useState(choice.search ?? '');
  useEffect(() => setTyped(choice.search ?? ''), [choice.search]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ search: typed.trim() || undefined });
  };
  return (
    <form className="search" role="search" onSubmit={submit}>
      <TextField
        label={texts.search}
        type="search"
        value={typed}
        maxLength={64}
        placeholder="chatcmpl-…"
        autoComplete="off"
        spellCheck={false}
        title={texts.searchHint}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value === '' && choice.search) change({ search: undefined });
        }}
      />
      <button type="submit" className="button">
        {texts.searchAction}
      </button>
    </form>
  );
}
