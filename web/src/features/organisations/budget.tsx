/** The limits of a member, for all of their keys together. */
import type { MemberView, TeamView } from '../../../../src/features/organisations/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { LIMITS, limitProblem, limitsIn } from '../limits/limit-values.ts';
import { LimitsField } from '../limits/limits-field.tsx';
import { limitTexts } from '../limits/texts.ts';
import { budgetTexts } from './budget-texts.ts';

type BudgetProps = {
  readonly member: MemberView;
  readonly onTeam: (team: TeamView) => void;
  readonly onClose: () => void;
};

export function BudgetDialog({ member: { id, email, budget }, onTeam, onClose }: BudgetProps) {
  const texts = useTexts(budgetTexts);
  const ofLimits = useTexts(limitTexts);
  const say = useNotice();
  const { form, problems, error, isBusy } = useForm({
    fields: [LIMITS],
    check: (values) => ({ limits: limitProblem(values, ofLimits) }),
    send: async (values) => {
      const body = { limits: limitsIn(values) };
      onTeam(await call('PATCH /api/members/{id}/budget', { params: { id }, body }));
      say(texts.saved(email));
      onClose();
    },
  });
  return (
    <Dialog title={texts.title(email)} onClose={onClose}>
      <form {...form} className="stack">
        <p>{texts.lead}</p>
        <LimitsField of={budget?.limits ?? []} problem={problems.limits} />
        <Problem error={error} />
        <FormActions action={ofLimits.save} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
