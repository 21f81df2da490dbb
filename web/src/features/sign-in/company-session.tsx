import type { MeView } from '../../../../src/features/sign-in/contract.ts';
import { labelOf } from '../../acting.ts';
import { signInAgain } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { Card } from '../../ui/page.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { accountTexts } from './account-texts.ts';

/** In place of everything about how the person signs in: that is out of reach of a company's sign-in. */
export function CompanySession({ me }: { readonly me: MeView }) {
  const texts = useTexts(accountTexts).company;
  const { isBusy, run } = useSubmit(() => signInAgain('/account'));
  return (
    <Card title={texts.title}>
      <p className="muted">{texts.lead(labelOf(me.account))}</p>
      {!me.hasPassword && <p className="muted">{texts.noPassword}</p>}
      <div>
        <button type="button" className="button" disabled={isBusy} onClick={() => void run()}>
          {texts.action}
        </button>
      </div>
    </Card>
  );
}
