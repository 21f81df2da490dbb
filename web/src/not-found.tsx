import { Link } from 'wouter';
import { useTexts } from './language.tsx';
import { frameTexts } from './texts/frame.ts';
import { Page } from './ui/page.tsx';

export function NotFound() {
  const texts = useTexts(frameTexts);
  return (
    <Page title={texts.notFound} lead={texts.notFoundLead}>
      <div>
        <Link className="button" href="/keys">
          {texts.toKeys}
        </Link>
      </div>
    </Page>
  );
}
