/** How many tokens all keys together may use, so that a key that others know cannot use up a plan. */

import type { BillingView } from '../../../../src/features/shop/contract.ts';
import type { TokenLimitView } from '../../../../src/platform/api/schemas.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { TokenLimitField } from '../keys/key-fields.tsx';
import { TokenLimit } from '../keys/key-row.tsx';
import { tokenLimitOf } from '../keys/spend.ts';
import { keysTexts } from '../keys/texts.ts';
import { billingTexts } from './billing-texts.ts';

type AccountTokenLimitProps = {
  readonly limit: TokenLimitView | null;
  readonly onChanged: (billing: BillingView) => void;
};

export function AccountTokenLimit({ limit, onChanged }: AccountTokenLimitProps) {
  const texts = useTexts(billingTexts);
  const { tokensWrong } = useTexts(keysTexts).form;
  const say = useNotice();
  const { form, problems, error, isBusy } = useForm({
    fields: ['tokenLimit'],
    check: (values) => ({ tokenLimit: tokenLimitOf(values) === 'wrong' ? tokensWrong : undefined }),
    send: async (values) => {
      const tokenLimit = tokenLimitOf(values);
      if (tokenLimit === 'wrong') return;
      onChanged(await call('PATCH /api/billing/token-limit', { body: { tokenLimit } }));
      say(tokenLimit ? texts.tokenLimitSaved : texts.tokenLimitOff);
    },
  });
  return (
    <form {...form} className="stack">
      <p className="muted">{texts.tokenLimitLead}</p>
      {limit && <TokenLimit label={texts.tokenLimit} limit={limit} />}
      <TokenLimitField of={limit} problem={problems.tokenLimit} />
      <Problem error={error} />
      <div>
        <button type="submit" className="button" disabled={isBusy}>
          {texts.alertSave}
        </button>
      </div>
    </form>
  );
}
