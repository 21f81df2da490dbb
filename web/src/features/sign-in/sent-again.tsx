import { useTexts } from '../../language.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { signInTexts } from './texts.ts';

type SentAgainProps = {
  readonly email: string;
  readonly mail: 'smtp' | 'log';
  readonly send: () => Promise<unknown>;
};

/** Sends the link once more. */
export function SentAgain({ email, mail, send }: SentAgainProps) {
  const texts = useTexts(signInTexts).sent;
  const say = useNotice();
  const { isBusy, error, run } = useSubmit(send);
  return (
    <>
      <Problem error={error} />
      <div>
        <button
          type="button"
          className="button compact"
          disabled={isBusy || !email}
          onClick={async () => {
            if (await run()) say(mail === 'log' ? texts.loggedAgain : texts.sentAgain);
          }}
        >
          {texts.again}
        </button>
      </div>
    </>
  );
}
