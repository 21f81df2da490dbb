/** The windows of one customer: each says what will happen before it does. */
import type { KeyView } from '../../../../src/features/keys/contract.ts';
import type { BillingView } from '../../../../src/features/shop/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.ts';
import { amountFrom, timeFrom, tokensFrom, typedTime } from '../../ui/typed.ts';
import { PlanOptions, usePlanChoices } from '../catalogue/plan-choices.tsx';
import { LIMITS, limitProblem, limitsIn } from '../limits/limit-values.ts';
import { LimitsField } from '../limits/limits-field.tsx';
import { limitTexts } from '../limits/texts.ts';
import { OrderDialog } from '../shop/order-dialog.tsx';

export type CustomerAction =
  | {
      readonly kind: 'grant' | 'correct' | 'refund' | 'package' | 'plan' | 'limits' | 'suspend' | 'resume' | 'sessions';
    }
  | { readonly kind: 'revoke'; readonly key: KeyView };

type CustomerDialogProps = {
  readonly action: CustomerAction;
  readonly accountId: string;
  readonly billing: BillingView;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

export function CustomerDialog({ action, ...props }: CustomerDialogProps) {
  switch (action.kind) {
    case 'grant':
    case 'correct':
    case 'refund':
      return <CreditDialog kind={action.kind} {...props} />;
    case 'package':
      return <PackageDialog {...props} />;
    case 'plan':
      return <PlanDialog {...props} />;
    case 'limits':
      return <LimitsDialog {...props} />;
    case 'revoke':
      return <RevokeDialog of={action.key} {...props} />;
    default:
      return <PlainDialog kind={action.kind} {...props} />;
  }
}

type DialogProps = Omit<CustomerDialogProps, 'action'>;

function CreditDialog({ kind, accountId, ...rest }: DialogProps & { readonly kind: 'grant' | 'correct' | 'refund' }) {
  const texts = useTexts(operatorTexts);
  const amountIn = (values: FormData) => amountFrom(textOf(values, 'czk'), kind === 'correct' ? 'any' : 'positive');
  return (
    <OrderDialog
      {...rest}
      title={texts[kind]}
      text={texts.windows[kind]}
      reasonHint={texts.reasonHint}
      takes={kind !== 'grant'}
      fields={['czk']}
      check={(values) => ({ czk: amountIn(values) ? undefined : texts.amountWrong })}
      send={(order, values) =>
        call('POST /api/operator/customers/{id}/credit', {
          params: { id: accountId },
          body: { ...order, kind, czk: amountIn(values)! },
        })
      }
    >
      {(problems) => (
        <TextField
          label={kind === 'correct' ? texts.signedAmount : texts.amount}
          problem={problems.czk}
          name="czk"
          inputMode={kind === 'correct' ? 'text' : 'decimal'}
          autoComplete="off"
        />
      )}
    </OrderDialog>
  );
}

const YEAR_MS = 365 * 86_400_000;

function PackageDialog({ accountId, ...rest }: DialogProps) {
  const texts = useTexts(operatorTexts);
  const endIn = (values: FormData) => timeFrom(textOf(values, 'expiresAtMs'));
  return (
    <OrderDialog
      {...rest}
      title={texts.addPackage}
      text={texts.windows.package}
      reasonHint={texts.reasonHint}
      fields={['tokens', 'expiresAtMs']}
      check={(values) => ({
        tokens: tokensFrom(textOf(values, 'tokens')) ? undefined : texts.tokensWrong,
        expiresAtMs: (endIn(values) ?? 0) > Date.now() ? undefined : texts.dateWrong,
      })}
      send={(order, values) =>
        call('POST /api/operator/customers/{id}/package', {
          params: { id: accountId },
          body: { ...order, tokens: tokensFrom(textOf(values, 'tokens'))!, expiresAtMs: endIn(values)! },
        })
      }
    >
      {(problems) => (
        <>
          <TextField
            label={texts.tokenCount}
            problem={problems.tokens}
            name="tokens"
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField
            label={texts.expires}
            problem={problems.expiresAtMs}
            name="expiresAtMs"
            type="datetime-local"
            defaultValue={typedTime(Date.now() + YEAR_MS)}
          />
        </>
      )}
    </OrderDialog>
  );
}

function PlanDialog({ accountId, billing, ...rest }: DialogProps) {
  const texts = useTexts(operatorTexts);
  const plan = billing.plan?.id ?? null;
  const choices = usePlanChoices();
  return (
    <OrderDialog
      {...rest}
      title={texts.setPlan}
      text={texts.windows.plan}
      takes
      fields={['plan']}
      send={(order, values) => {
        const chosen = textOf(values, 'plan');
        return call('POST /api/operator/customers/{id}/plan', {
          params: { id: accountId },
          body: { ...order, plan: chosen === 'none' ? null : chosen },
        });
      }}
    >
      {(problems) => (
        <SelectField
          // The plan that holds is chosen once the choices are there.
          key={choices.length}
          label={texts.plan}
          name="plan"
          problem={problems.plan}
          defaultValue={plan ?? undefined}
        >
          <PlanOptions />
          {plan && <option value="none">{texts.noPlan}</option>}
        </SelectField>
      )}
    </OrderDialog>
  );
}

/** The limits that the operator sets; the customer's own stay. */
function LimitsDialog({ accountId, billing, ...rest }: DialogProps) {
  const texts = useTexts(limitTexts);
  return (
    <OrderDialog
      {...rest}
      title={texts.set}
      text={texts.setLead}
      takes
      fields={[LIMITS]}
      check={(values) => ({ limits: limitProblem(values, texts) })}
      send={(order, values) =>
        call('POST /api/operator/customers/{id}/limits', {
          params: { id: accountId },
          body: { ...order, limits: limitsIn(values) },
        })
      }
    >
      {(problems) => (
        <LimitsField of={billing.limits.filter(({ setBy }) => setBy === 'operator')} problem={problems.limits} />
      )}
    </OrderDialog>
  );
}

type PlainProps = DialogProps & { readonly kind: 'suspend' | 'resume' | 'sessions' };

function PlainDialog({ kind, accountId, billing: _, ...rest }: PlainProps) {
  const texts = useTexts(operatorTexts);
  const params = { id: accountId };
  return (
    <OrderDialog
      {...rest}
      title={kind === 'sessions' ? texts.endSessions : texts[kind]}
      text={texts.windows[kind]}
      takes={kind !== 'resume'}
      send={(order) =>
        kind === 'sessions'
          ? call('POST /api/operator/customers/{id}/sessions/end', { params, body: order })
          : call('POST /api/operator/customers/{id}/status', {
              params,
              body: { ...order, status: kind === 'suspend' ? 'suspended' : 'active' },
            })
      }
    />
  );
}

function RevokeDialog({ of, accountId, billing: _, ...rest }: DialogProps & { readonly of: KeyView }) {
  const texts = useTexts(operatorTexts);
  return (
    <OrderDialog
      {...rest}
      title={texts.revoke}
      text={texts.windows.revoke(of.name)}
      takes
      send={(order) =>
        call('POST /api/operator/customers/{id}/keys/{keyId}/revoke', {
          params: { id: accountId, keyId: of.id },
          body: order,
        })
      }
    />
  );
}
