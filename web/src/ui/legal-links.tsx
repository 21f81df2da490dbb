/** The terms and the privacy text, where a person agrees to them. They open beside the page, so that nothing typed is lost. */

import type { ComponentProps } from 'react';
import { legalTexts } from '../features/sign-in/legal-texts.ts';
import { useLanguage, useTexts } from '../language.tsx';
import { CheckField } from './field.tsx';
import { useService } from './sign-in-frame.tsx';

type LegalLinksProps = { readonly lead: string; readonly and?: string };

/** Nothing where there are no texts. Where a version has to be accepted, the page has `AcceptTerms` instead. */
export function LegalLinks(props: LegalLinksProps) {
  const { service } = useService();
  if (!service?.legal) return null;
  return (
    <p className="muted">
      <Sentence {...props} />
    </p>
  );
}

type AcceptProps = { readonly problem: string | undefined } & Omit<ComponentProps<'input'>, 'type'>;

export function AcceptTerms({ problem, ...input }: AcceptProps) {
  const texts = useTexts(legalTexts);
  return <CheckField label={<Sentence lead={texts.iAgree} and={texts.andINote} />} problem={problem} {...input} />;
}

function Sentence({ lead, and }: LegalLinksProps) {
  const texts = useTexts(legalTexts);
  const { language } = useLanguage();
  const legal = useService().service?.legal;
  if (!legal) return null;
  const link = (page: 'terms' | 'privacy', name: string) => (
    <a href={legal[page][language]} target="_blank" rel="noopener">
      {name}
    </a>
  );
  return (
    <>
      {lead} {link('terms', texts.terms)}
      {legal.version !== null && ` (${texts.version(legal.version)})`} {and ?? texts.and}{' '}
      {link('privacy', texts.privacy)}.
    </>
  );
}
