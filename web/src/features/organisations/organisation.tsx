/** The organisation in which the person acts, and the others that they belong to. */
import { Link } from 'wouter';
import type { MeView } from '../../../../src/features/sign-in/contract.ts';
import { labelOf } from '../../acting.ts';
import { useTexts } from '../../language.tsx';
import { AccountChoice } from '../../ui/account-choice.tsx';
import { Card } from '../../ui/page.tsx';
import { teamTexts } from './texts.ts';

export function Organisation({ me }: { readonly me: MeView }) {
  const texts = useTexts(teamTexts);
  return (
    <Card title={texts.organisation}>
      <div className="row spread">
        <div className="stack tight">
          <strong className="any-wrap">{labelOf(me.account)}</strong>
          <span className="muted">{texts.youAre(texts.roles[me.account.role])}</span>
        </div>
        <Link className="button" href="/team">
          {texts.title}
        </Link>
      </div>
      <AccountChoice me={me} />
    </Card>
  );
}
