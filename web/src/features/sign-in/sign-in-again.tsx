import { ApiError } from '../../api.ts';
import { signInAgain } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { accountTexts } from './account-texts.ts';

/** Refusals that another sign-in cures. */
const CURED = ['sign_in_again', 'own_sign_in_required'];

/** A way out: what is delicate is not done by a session that was forgotten, or that is not the person's own. */
export function SignInAgain({ error, to = '/account' }: { readonly error: unknown; readonly to?: string }) {
  const texts = useTexts(accountTexts);
  if (!(error instanceof ApiError) || !CURED.includes(error.code)) return null;
  return (
    <div>
      <button type="button" className="button compact" onClick={() => void signInAgain(to)}>
        {texts.signInAgain}
      </button>
    </div>
  );
}
