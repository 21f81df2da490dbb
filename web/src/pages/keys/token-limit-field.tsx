/** A limit of tokens as inputs, for a key and for the whole account. */
import { useState } from 'react';
import type { TokenLimitView } from '../../../../src/wire/settings-api.ts';
import { useTexts } from '../../language.tsx';
import { keysTexts } from '../../texts/keys.ts';
import { SelectField, TextField } from '../../ui/field.tsx';

type TokenLimitFieldProps = { readonly of: TokenLimitView | null; readonly problem: string | undefined };

export function TokenLimitField({ of, problem }: TokenLimitFieldProps) {
  const texts = useTexts(keysTexts).form;
  const [window, setWindow] = useState<string>(of?.window ?? 'none');
  const hasLimit = window !== 'none';
  return (
    <div className="pair">
      <SelectField
        label={texts.tokenLimit}
        problem={hasLimit ? undefined : problem}
        name="tokenWindow"
        value={window}
        onChange={(event) => setWindow(event.target.value)}
      >
        <option value="none">{texts.noLimit}</option>
        <option value="month">{texts.limitMonth}</option>
        <option value="total">{texts.limitTotal}</option>
      </SelectField>
      {hasLimit && (
        <TextField
          label={texts.tokens}
          hint={texts.tokensHint}
          problem={problem}
          name="tokenLimit"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={of?.tokens ?? ''}
        />
      )}
    </div>
  );
}
