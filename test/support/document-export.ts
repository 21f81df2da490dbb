/** The export of documents as the command line has it. */
import { createDocumentFiles } from '../../src/documents/files.ts';
import { toPdf } from '../../src/documents/pdf.ts';
import type { Documents } from '../../src/domain/document.ts';
import { createDocumentExport, type DocumentExport } from '../../src/service/document-export.ts';

export const documentExportOf = ({ documents }: { readonly documents: Documents }): DocumentExport =>
  createDocumentExport({ documents, files: createDocumentFiles({ drawPdf: toPdf, serviceName: 'Boreal' }) });
