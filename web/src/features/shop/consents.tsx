/** The consents that come with an order: to the terms, and of a consumer that use may begin at once. */
import { useEffect, useRef, useState } from 'react';
import type { OffersView } from '../../../../src/features/shop/contract.ts';
import { useTexts } from '../../language.tsx';
import { CheckField } from '../../ui/field.tsx';
import { AcceptTerms, LegalLinks } from '../../ui/legal-links.tsx';
import { legalTexts } from '../sign-in/legal-texts.ts';
import { shopTexts } from './texts.ts';

type Asked = Pick<OffersView, 'termsVersion' | 'asksToBegin'>;

/** `check` is true where nothing is missing, and says at the fields what is. */
export function useConsents({ termsVersion, asksToBegin }: Asked) {
  const [accepts, setAccepts] = useState(false);
  const [begins, setBegins] = useState(false);
  const [tries, setTries] = useState(0);
  const isWhole = (termsVersion === null || accepts) && (!asksToBegin || begins);
  const check = (): boolean => {
    setTries(tries + 1);
    return isWhole;
  };
  const given = {
    ...(termsVersion !== null && { acceptedTerms: termsVersion }),
    ...(asksToBegin && { beginAtOnce: begins }),
  };
  return { termsVersion, asksToBegin, accepts, setAccepts, begins, setBegins, tries, check, given };
}

export function Consents(consents: ReturnType<typeof useConsents>) {
  const texts = useTexts(shopTexts);
  const { missing } = useTexts(legalTexts);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (consents.tries > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [consents.tries]);
  if (consents.termsVersion === null) return <LegalLinks lead={texts.agree} />;
  const problemOf = (isGiven: boolean) => (consents.tries > 0 && !isGiven ? missing : undefined);
  return (
    <div ref={fields} className="stack tight">
      <AcceptTerms
        checked={consents.accepts}
        problem={problemOf(consents.accepts)}
        onChange={(event) => consents.setAccepts(event.target.checked)}
      />
      {consents.asksToBegin && (
        <CheckField
          label={texts.beginAtOnce}
          checked={consents.begins}
          problem={problemOf(consents.begins)}
          onChange={(event) => consents.setBegins(event.target.checked)}
        />
      )}
    </div>
  );
}
