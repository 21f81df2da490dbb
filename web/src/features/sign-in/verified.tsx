/** Where the link of a verification mail leads. */
import { Link, useSearchParams } from 'wouter';
import { sendVerification } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { SignInFrame } from '../../ui/sign-in-frame.tsx';
import { EmailRequest } from './email-request.tsx';
import { signInTexts } from './texts.ts';

export default function Verified() {
  const texts = useTexts(signInTexts).verified;
  const [query] = useSearchParams();
  if (query.has('error')) return <Failed />;
  const isOperator = query.get('role') === 'operator';
  return (
    <SignInFrame title={texts.title}>
      <p>{isOperator ? texts.operator : texts.text}</p>
      <a className="button primary wide" href={isOperator ? '/operator' : '/keys'}>
        {texts.action}
      </a>
    </SignInFrame>
  );
}

function Failed() {
  const { verified, sent } = useTexts(signInTexts);
  return (
    <EmailRequest
      title={verified.failedTitle}
      lead={verified.failed}
      action={verified.newLink}
      foot={<Link href="/sign-in">{verified.toSignIn}</Link>}
      send={sendVerification}
      sent={{ ...sent, loggedTitle: sent.title }}
    />
  );
}
