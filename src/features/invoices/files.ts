/** The files of documents. */

import type { Platform } from '../../platform/platform.ts';
import { zipDocuments } from './archive.ts';
import type { DocumentFiles, DrawPdf, PaymentTarget, SalesDocument } from './document.ts';
import { toIsdoc } from './isdoc.ts';

export function createDocumentFiles(named: Pick<Platform, 'serviceName'>, drawPdf: DrawPdf): DocumentFiles {
  const pdf = (made: SalesDocument, target?: PaymentTarget) =>
    drawPdf(made, { serviceName: named.serviceName, target });
  const isdoc = (made: SalesDocument) => toIsdoc(made, { serviceName: named.serviceName });
  return { pdf, isdoc, archive: (documents, form = 'plain') => zipDocuments(documents, { pdf, isdoc, form }) };
}
