/** The export of documents as the command line has it. */

import type { Documents } from '../../src/features/invoices/document.ts';
import { createDocumentExport, type DocumentExport } from '../../src/features/invoices/document-export.ts';
import { createDocumentFiles } from '../../src/features/invoices/files.ts';
import { toPdf } from '../../src/features/invoices/pdf.ts';

export const documentExportOf = ({ documents }: { readonly documents: Documents }): DocumentExport =>
  createDocumentExport(documents, createDocumentFiles({ serviceName: 'Boreal' }, toPdf));
