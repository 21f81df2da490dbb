/** The files of documents. */

import { zipDocuments } from './archive.ts';
import type { DocumentFiles, DrawPdf, PaymentTarget, SalesDocument } from './document.ts';
import { toIsdoc } from './isdoc.ts';

type FileParts = { readonly drawPdf: DrawPdf; readonly serviceName: string };

export function createDocumentFiles({ drawPdf, serviceName }: FileParts): DocumentFiles {
  const pdf = (made: SalesDocument, target?: PaymentTarget) => drawPdf(made, { serviceName, target });
  const isdoc = (made: SalesDocument) => toIsdoc(made, { serviceName });
  return { pdf, isdoc, archive: (documents, form = 'plain') => zipDocuments(documents, { pdf, isdoc, form }) };
}
