/** The files of a document. */
import type { DocumentFiles, DrawPdf } from '../domain/document.ts';
import { toIsdoc } from './isdoc.ts';

type FileParts = { readonly drawPdf: DrawPdf; readonly serviceName: string };

export const createDocumentFiles = ({ drawPdf, serviceName }: FileParts): DocumentFiles => ({
  pdf: (made, target) => drawPdf(made, { serviceName, target }),
  isdoc: (made) => toIsdoc(made, { serviceName }),
});
