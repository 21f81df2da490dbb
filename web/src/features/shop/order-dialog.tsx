/** A window for one thing that an operator does: what it means, its fields, and the reason. */
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { type Problems, textOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { newOrderId } from './order-id.ts';

type Order = { readonly id: string; readonly reason: string };

/** The reason of a change that needs none. */
const NO_REASON = 'changed by the operator';

type OrderDialogProps = {
  readonly title: string;
  readonly text: string;
  /** Who reads the reason, where that is not the log of operators alone. */
  readonly reasonHint?: string;
  /** True where something is taken from a customer, who may ask why: the reason may not stay empty. */
  readonly takes?: boolean;
  /** The names of the inputs beside the reason. */
  readonly fields?: readonly string[];
  readonly check?: (values: FormData) => Problems;
  readonly send: (order: Order, values: FormData) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly children?: (problems: Problems) => ReactNode;
};

export function OrderDialog(props: OrderDialogProps) {
  const texts = useTexts(operatorTexts);
  const say = useNotice();
  const [id] = useState(newOrderId);
  const { form, problems, error, isBusy } = useForm({
    fields: ['reason', ...(props.fields ?? [])],
    check: (values) => ({
      ...props.check?.(values),
      reason: props.takes && textOf(values, 'reason') === '' ? texts.reasonMissing : undefined,
    }),
    send: async (values) => {
      await props.send({ id, reason: textOf(values, 'reason') || NO_REASON }, values);
      say(texts.saved);
      props.onDone();
      props.onClose();
    },
  });
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form {...form} className="stack">
        <p>{props.text}</p>
        {props.children?.(problems)}
        <AreaField
          label={texts.reason}
          hint={[...(props.takes ? [] : [texts.optional]), props.reasonHint ?? texts.reasonPlain].join(' ')}
          problem={problems.reason}
          name="reason"
          rows={2}
          maxLength={500}
          autoComplete="off"
        />
        <Problem error={error} />
        <FormActions action={props.title} isDisabled={isBusy} onClose={props.onClose} />
      </form>
    </Dialog>
  );
}
