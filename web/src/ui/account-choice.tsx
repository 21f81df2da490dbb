import type { MeView } from '../../../src/features/sign-in/contract.ts';
import { actIn, labelOf } from '../acting.ts';
import { useTexts } from '../language.tsx';
import { frameTexts } from '../texts/frame.ts';
import { Options, SelectField } from './field.tsx';

/** Nothing to choose for a person who belongs to one organisation. */
export function AccountChoice({ me }: { readonly me: MeView }) {
  const texts = useTexts(frameTexts);
  if (me.accounts.length < 2) return null;
  return (
    <SelectField label={texts.organisation} value={me.account.id} onChange={({ target }) => actIn(target.value)}>
      <Options of={me.accounts.map((one) => [one.id, labelOf(one)])} />
    </SelectField>
  );
}
