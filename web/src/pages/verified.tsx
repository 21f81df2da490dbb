/** Where the link of a verification mail leads. */
import { Link, useSearchParams } from 'wouter';
import { sendVerification } from '../auth.ts';
import { useTexts } from '../language.tsx';
import { doorTexts } from '../texts/door.ts';
import { Door } from '../ui/door.tsx';
import { LetterRequest } from './door/letter-request.tsx';

export default function Verified() {
  const texts = useTexts(doorTexts).verified;
  const [query] = useSearchParams();
  if (query.has('error')) return <Failed />;
  return (
    <Door title={texts.title}>
      <p>{texts.text}</p>
      <a className="button primary wide" href="/keys">
        {texts.action}
      </a>
    </Door>
  );
}

function Failed() {
  const { verified, sent } = useTexts(doorTexts);
  return (
    <LetterRequest
      title={verified.failedTitle}
      lead={verified.failed}
      action={verified.newLink}
      foot={<Link href="/sign-in">{verified.toSignIn}</Link>}
      send={sendVerification}
      sent={{ ...sent, loggedTitle: sent.title }}
    />
  );
}
