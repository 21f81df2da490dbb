import { Link, useLocation } from 'wouter';
import { useTexts } from './language.tsx';
import { frameTexts } from './texts/frame.ts';
import { Page } from './ui/page.tsx';

export function NotFound() {
  const texts = useTexts(frameTexts);
  const isOfOperator = useLocation()[0].startsWith('/operator');
  return (
    <Page title={texts.notFound} lead={texts.notFoundLead}>
      <div>
        <Link className="button" href={isOfOperator ? '/operator' : '/keys'}>
          {isOfOperator ? texts.toOverview : texts.toKeys}
        </Link>
      </div>
    </Page>
  );
}
