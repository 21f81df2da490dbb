/** `document export`: the documents of a month in one file. */

import { resolve } from 'node:path';
import { type Command, required, tellRefusal, UsageError } from '../../platform/commands/command.ts';
import { writeNewFile } from '../../platform/new-file.ts';
import type { DocumentExport } from './document-export.ts';

type Needs = { readonly documentExport: DocumentExport };

export const documentExport: Command<Needs> = {
  usage: 'document export --month YYYY-MM --to FILE [--json]',
  about: 'Writes the invoices and credit notes of a month into a ZIP file: PDF, ISDOC and a list as CSV.',
  options: ['month', 'to'],
  run: async (options, { documentExport: documents }) => {
    const month = required(options, 'month');
    const path = resolve(required(options, 'to'));
    const { count, pieces } = await documents.ofMonth(month).catch(tellRefusal);
    const bytes = await writeNewFile(path, pieces).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code === 'EEXIST') throw new UsageError(`${path} is there already.`);
      throw failure;
    });
    return {
      json: { month, file: path, documents: count, bytes },
      text: `Documents of ${month}: ${count}, in ${path} (${bytes} bytes).`,
    };
  },
};
