/** Signing in without a password: by passkey, or at a provider. */
import { signInAt } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { LegalLinks } from '../../ui/legal-links.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useService } from '../../ui/sign-in-frame.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { canUsePasskeys, signInByPasskey } from './passkey.ts';
import { signInTexts } from './texts.ts';

type OtherWaysProps = {
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly to: string;
  /** A new person has no passkey yet. */
  readonly only?: 'providers';
};

export function OtherWays({ providers, to, only }: OtherWaysProps) {
  const texts = useTexts(signInTexts);
  const { isBusy, error, run } = useSubmit((way: () => Promise<unknown>) => way());
  const { service } = useService();
  const hasPasskeys = only === undefined && canUsePasskeys();
  if (!hasPasskeys && providers.length === 0) return null;
  return (
    <div className="stack other-ways">
      <div className="divider">{texts.or}</div>
      {hasPasskeys && (
        <button
          type="button"
          className="button wide"
          disabled={isBusy}
          onClick={() => void run(() => signInByPasskey().then(() => location.assign(to)))}
        >
          {texts.signIn.passkey}
        </button>
      )}
      {providers.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="button wide"
          disabled={isBusy}
          onClick={() => void run(() => goTo(id, to))}
        >
          {texts.signIn.provider(name)}
        </button>
      ))}
      {providers.length > 0 && service?.legal?.version && <LegalLinks lead={texts.signIn.newAgrees} />}
      <Problem error={error} />
    </div>
  );
}

async function goTo(provider: string, to: string): Promise<void> {
  const { url } = await signInAt(provider, to);
  if (url) location.assign(url);
}
