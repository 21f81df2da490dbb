import type { MeView } from '../../../src/features/sign-in/contract.ts';
import { actIn, labelOf } from '../acting.ts';
import { useTexts } from '../language.tsx';
import { frameTexts } from '../texts/frame.ts';
import { SelectField } from './field.tsx';

/** Nothing to choose for a person who belongs to one organisation. */
export function AccountChoice({ me }: { readonly me: MeView }) {
  const texts = useTexts(frameTexts);
  if (me.accounts.length < 2) return null;
  return (
    <SelectField label={texts.organisation} value={me.account.id} onChange={({ target }) => actIn(target.value)}>
      {me.accounts.map((one) => (
        <option key={one.id} value={one.id}>
          {labelOf(one)}
        </option>
      ))}
    </SelectField>
  );
}
