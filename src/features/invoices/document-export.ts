/** The documents of a month in one file, for accountants. Months are those of Prague. */
import { monthSpanMs } from '../../core/calendar.ts';
import { ServiceError } from '../../core/errors.ts';
import type { CsvForm } from '../../lib/csv.ts';
import type { DocumentFiles, DocumentSpan, Documents, SalesDocument } from './document.ts';

export interface DocumentExport {
  /** Refuses what is no month, and more documents than a ZIP file can hold. */
  ofMonth(month: string, form?: CsvForm): Promise<MonthFile>;
}

type MonthFile = {
  readonly name: string;
  readonly count: number;
  readonly pieces: AsyncGenerator<Uint8Array, void>;
};

/** A ZIP file without extensions has 65,535 files at most; each document is two. */
const DOCUMENTS_MAX = 32_000;

export const createDocumentExport = (documents: Documents, files: DocumentFiles): DocumentExport => ({
  ofMonth: async (month, form) => {
    const span = monthSpanMs(month);
    if (!span) throw new ServiceError('invalid_request', 'The month must be written as 2026-11.', { param: 'month' });
    const count = await documents.count(span);
    if (count > DOCUMENTS_MAX) {
      throw new ServiceError('invalid_request', `More than ${DOCUMENTS_MAX} documents do not fit into one file.`);
    }
    return { name: `documents-${month}.zip`, count, pieces: files.archive(allWithin(documents, span), form) };
  },
});

/** Oldest first, a bounded number at a time. */
export async function* allWithin(
  documents: Documents,
  span: Omit<DocumentSpan, 'after'>,
): AsyncGenerator<SalesDocument, void> {
  let after: DocumentSpan['after'] = null;
  for (;;) {
    const found = await documents.within({ ...span, after });
    if (found.length === 0) return;
    yield* found;
    after = found.at(-1)!;
  }
}
