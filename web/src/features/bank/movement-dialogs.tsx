/** Windows in which an operator settles a movement, and the one that imports a bank file. */
import { useState } from 'react';
import { ApiError, call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import { newOrderId } from '../shop/order-id.ts';
import { type MovementAction, useAmountText } from './movement-table.tsx';
import { bankFileProblemTexts } from './problem-texts.ts';
import { operatorBankTexts } from './texts.ts';

type DialogProps = { readonly onDone: () => void; readonly onClose: () => void };

export function MovementDialog({ action, ...props }: DialogProps & { readonly action: MovementAction }) {
  const texts = useTexts(operatorBankTexts);
  const amountOf = useAmountText();
  const { movement, kind } = action;
  const about = [amountOf(movement), movement.name || movement.counterparty || texts.unknown] as const;
  const params = { id: movement.id };
  if (kind === 'aside') {
    return (
      <OrderDialog
        {...props}
        title={texts.asideTitle}
        text={texts.asideText(...about)}
        send={(order) => call('POST /api/operator/bank/movements/{id}/set-aside', { params, body: order })}
      />
    );
  }
  return (
    <OrderDialog
      {...props}
      title={texts.assignTitle}
      text={texts.assignText(...about)}
      fields={['order']}
      check={(values) => ({ order: textOf(values, 'order') ? undefined : texts.orderMissing })}
      send={(order, values) =>
        call('POST /api/operator/bank/movements/{id}/assign', {
          params,
          body: { ...order, order: textOf(values, 'order') },
        })
      }
    >
      {(problems) => <TextField label={texts.order} problem={problems.order} name="order" autoComplete="off" />}
    </OrderDialog>
  );
}

const FILE_BYTES_MAX = 2 * 1024 * 1024;
const ENDINGS = '.gpc,.abo,.xml,.csv,.json,.txt';

export function ImportDialog({ onDone, onClose }: DialogProps) {
  const texts = useTexts(operatorBankTexts);
  const problemTexts = useTexts(bankFileProblemTexts);
  const say = useNotice();
  const [id] = useState(newOrderId);
  const { form, problems, error, isBusy } = useForm({
    fields: ['file'],
    check: (values) => ({ file: problemOf(fileIn(values)) }),
    send: async (values) => {
      const file = fileIn(values);
      const body = { id, name: file.name.slice(0, 200), base64: await base64Of(file) };
      const imported = await call('POST /api/operator/bank/statements', { body }).catch(explain);
      const { added, confirmed, unmatched } = imported;
      say(added > 0 ? texts.imported(added, confirmed, unmatched) : texts.nothingNew);
      onDone();
      onClose();
    },
  });

  /** The problem of a file, in the person's language. */
  function explain(thrown: unknown): never {
    if (!(thrown instanceof ApiError) || !thrown.statement) throw thrown;
    const { kind, place, text = '' } = thrown.statement;
    const sentence = problemTexts.kinds[kind](text);
    const message = place ? `${problemTexts.places[place.unit](place.number)}: ${sentence}` : sentence;
    const { status, param } = thrown;
    throw new ApiError({ status, code: `statement/${kind}`, message, param, isTranslated: true });
  }

  function problemOf(file: File): string | undefined {
    if (file.size === 0) return texts.fileMissing;
    return file.size > FILE_BYTES_MAX ? texts.fileLarge : undefined;
  }

  return (
    <Dialog title={texts.import} onClose={onClose}>
      <form {...form} className="stack">
        <p>{texts.importText}</p>
        <TextField
          label={texts.file}
          hint={texts.fileHint}
          problem={problems.file}
          name="file"
          type="file"
          accept={ENDINGS}
        />
        <Problem error={error} />
        <FormActions action={texts.import} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Without a choice, browsers give a file without name and content. */
const fileIn = (values: FormData): File => values.get('file') as File;

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // In pieces: a function takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
