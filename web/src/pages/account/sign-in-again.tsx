import { ApiError } from '../../api.ts';
import { signInAgain } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { accountTexts } from '../../texts/account.ts';

/** A way out of refusals that a fresh sign-in cures: how one signs in is not changed by a session that was forgotten. */
export function SignInAgain({ error }: { readonly error: unknown }) {
  const texts = useTexts(accountTexts);
  if (!(error instanceof ApiError) || error.code !== 'sign_in_again') return null;
  return (
    <div>
      <button type="button" className="button compact" onClick={() => void signInAgain('/account')}>
        {texts.signInAgain}
      </button>
    </div>
  );
}
