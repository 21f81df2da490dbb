import { Link } from 'wouter';
import { useTexts } from '../language.tsx';
import { frameTexts } from '../texts/frame.ts';
import { Page } from '../ui/page.tsx';
import { SignInFrame } from '../ui/sign-in-frame.tsx';

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

/** Without a frame around it: a visitor has no navigation. */
export function NotFoundForVisitor() {
  const texts = useTexts(frameTexts);
  return (
    <SignInFrame
      title={texts.notFound}
      lead={texts.notFoundVisitor}
      foot={<Link href="/sign-in">{texts.toSignIn}</Link>}
    >
      {/* The front page is a document of its own. */}
      <a className="button primary wide" href="/">
        {texts.toFront}
      </a>
    </SignInFrame>
  );
}
