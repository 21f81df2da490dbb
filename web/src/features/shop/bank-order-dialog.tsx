/** The window in which an operator settles an order by bank transfer. */
import type { OrderRow } from '../../../../src/features/shop/operator-contract.ts';
import { call } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { TextField } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.ts';
import { amountFrom } from '../../ui/typed.ts';
import { operatorSalesTexts } from './operator-sales-texts.ts';
import { OrderDialog } from './order-dialog.tsx';

export type OrderAction = { readonly kind: 'confirm' | 'cancel'; readonly order: OrderRow };

type BankOrderDialogProps = {
  readonly action: OrderAction;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

export function BankOrderDialog({ action, ...props }: BankOrderDialogProps) {
  return action.kind === 'confirm' ? (
    <ConfirmDialog of={action.order} {...props} />
  ) : (
    <CancelDialog of={action.order} {...props} />
  );
}

type DialogProps = Omit<BankOrderDialogProps, 'action'> & { readonly of: OrderRow };

/** The amount is typed, so that no payment is confirmed unseen. */
function ConfirmDialog({ of, ...rest }: DialogProps) {
  const texts = useTexts(operatorSalesTexts).orders;
  const { amountWrong } = useTexts(operatorTexts);
  const format = useFormat();
  const amountIn = (values: FormData) => amountFrom(textOf(values, 'czk'), 'positive');
  return (
    <OrderDialog
      {...rest}
      title={texts.confirmTitle}
      text={texts.confirmText(format.czk(of.czk), of.email, of.variableSymbol ?? '')}
      fields={['czk']}
      check={(values) => ({ czk: amountIn(values) ? undefined : amountWrong })}
      send={(order, values) =>
        call('POST /api/operator/orders/{id}/confirm', {
          params: { id: of.id },
          body: { ...order, czk: amountIn(values)! },
        })
      }
    >
      {(problems) => (
        <TextField label={texts.received} problem={problems.czk} name="czk" inputMode="decimal" autoComplete="off" />
      )}
    </OrderDialog>
  );
}

function CancelDialog({ of, ...rest }: DialogProps) {
  const texts = useTexts(operatorSalesTexts).orders;
  return (
    <OrderDialog
      {...rest}
      title={texts.cancelTitle}
      text={texts.cancelText(of.email)}
      takes
      send={(order) => call('POST /api/operator/orders/{id}/cancel', { params: { id: of.id }, body: order })}
    />
  );
}
