import { Link } from 'wouter';
import { requestReset } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { EmailRequest } from './email-request.tsx';
import { signInTexts } from './texts.ts';

export default function Forgotten() {
  const texts = useTexts(signInTexts).forgotten;
  return (
    <EmailRequest
      title={texts.title}
      lead={texts.lead}
      action={texts.action}
      foot={<Link href="/sign-in">{texts.back}</Link>}
      send={requestReset}
      sent={{ title: texts.sentTitle, loggedTitle: texts.loggedTitle, mailed: texts.mailed, logged: texts.logged }}
    />
  );
}
