import { Link } from 'wouter';
import { useTexts } from '../language.tsx';
import { frameTexts } from '../texts/frame.ts';
import { Empty, Page } from '../ui/page.tsx';

export function NotFound() {
  const texts = useTexts(frameTexts);
  return (
    <Page title={texts.notFound}>
      <Empty
        title={texts.notFound}
        action={
          <Link className="button" href="/keys">
            {texts.toKeys}
          </Link>
        }
      >
        {texts.notFoundLead}
      </Empty>
    </Page>
  );
}
