/** The files of documents. */

import { zipDocuments } from './archive.ts';
import type { DocumentFiles, DrawPdf, PaymentTarget, SalesDocument } from './document.ts';
import { toIsdoc } from './isdoc.ts';

export function createDocumentFiles(serviceName: string, drawPdf: DrawPdf): DocumentFiles {
  const pdf = (made: SalesDocument, target?: PaymentTarget) => drawPdf(made, { serviceName, target });
  const isdoc = (made: SalesDocument) => toIsdoc(made, { serviceName });
  return { pdf, isdoc, archive: (documents, form = 'plain') => zipDocuments(documents, { pdf, isdoc, form }) };
}
