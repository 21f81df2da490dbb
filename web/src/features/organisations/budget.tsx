/** The budget of a member: what their keys may use together in a month. */
import type { MemberView, TeamView } from '../../../../src/features/organisations/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { amountOf, tokensOf } from '../keys/spend.ts';
import { budgetTexts } from './budget-texts.ts';

type BudgetProps = {
  readonly member: MemberView;
  readonly onTeam: (team: TeamView) => void;
  readonly onClose: () => void;
};

export function BudgetDialog({ member: { id, email, budget }, onTeam, onClose }: BudgetProps) {
  const texts = useTexts(budgetTexts);
  const say = useNotice();
  const { form, problems, error, isBusy } = useForm({
    fields: ['monthCzk', 'monthTokens'],
    check: (values) => {
      const czk = textOf(values, 'monthCzk');
      const tokens = textOf(values, 'monthTokens');
      return {
        monthCzk: czk !== '' && amountOf(czk) === undefined ? texts.creditWrong : undefined,
        monthTokens: tokens !== '' && tokensOf(tokens) === undefined ? texts.tokensWrong : undefined,
      };
    },
    send: async (values) => {
      const monthCzk = amountOf(textOf(values, 'monthCzk')) ?? null;
      const monthTokens = tokensOf(textOf(values, 'monthTokens')) ?? null;
      onTeam(await call('PATCH /api/members/{id}/budget', { params: { id }, body: { monthCzk, monthTokens } }));
      say(texts.saved(email));
      onClose();
    },
  });
  return (
    <Dialog title={texts.title(email)} onClose={onClose}>
      <form {...form} className="stack">
        <p>{texts.lead}</p>
        <TextField
          label={texts.credit}
          hint={texts.hint}
          name="monthCzk"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={budget?.monthCzk ?? ''}
          problem={problems.monthCzk}
        />
        <TextField
          label={texts.tokenField}
          hint={texts.hint}
          name="monthTokens"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={budget?.monthTokens ?? ''}
          problem={problems.monthTokens}
        />
        <Problem error={error} />
        <FormActions action={texts.save} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
