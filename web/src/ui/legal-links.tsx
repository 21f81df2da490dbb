/** The terms and the privacy text, where a person agrees to them. They open beside the page, so that nothing typed is lost. */

import { legalTexts } from '../features/sign-in/legal-texts.ts';
import { useLanguage, useTexts } from '../language.tsx';
import { useService } from './sign-in-frame.tsx';

export function LegalLinks({ lead }: { readonly lead: string }) {
  const texts = useTexts(legalTexts);
  const { language } = useLanguage();
  const { service } = useService();
  if (!service?.hasLegalTexts) return null;
  const link = (page: 'terms' | 'privacy', name: string) => (
    <a href={`/${language}/${page}`} target="_blank" rel="noopener">
      {name}
    </a>
  );
  return (
    <p className="muted">
      {lead} {link('terms', texts.terms)} {texts.and} {link('privacy', texts.privacy)}.
    </p>
  );
}
