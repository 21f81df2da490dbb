import { Link } from 'wouter';
import { useTexts } from './language.tsx';
import { frameTexts } from './texts/frame.ts';
import { SignInFrame } from './ui/sign-in-frame.tsx';

/** Without a frame around it: a visitor has no navigation. */
export default function NotFoundForVisitor() {
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
