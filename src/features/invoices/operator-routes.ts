/** Documents of all customers: each as a file, and those of a month in one. */
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { type FileRules, fileResponse } from '../../platform/http/file-stream.ts';
import type { DocumentFiles, DocumentForm, Documents } from './document.ts';
import { createDocumentExport } from './document-export.ts';
import { documentResponse } from './document-file.ts';
import { documents } from './operator-contract.ts';

export type OperatorDocumentParts = {
  readonly stores: { readonly documents: Documents };
  readonly documentFiles: DocumentFiles;
};
type Parts = OperatorDocumentParts & FileRules;

export function operatorDocumentRoutes({ stores, documentFiles: files, ...answer }: Parts): readonly Route[] {
  const months = createDocumentExport({ documents: stores.documents, files });
  const { filePrefix, writeStallMs, onFailure } = answer;
  const responseOf = (form: DocumentForm) => (call: { readonly params: { readonly id: string } }) =>
    documentResponse(call, { files, form, find: (number) => stores.documents.find(number) });

  return implement(documents, {
    pdf: responseOf('pdf'),
    isdoc: responseOf('isdoc'),
    month: async ({ query, ...call }) => {
      const { name, pieces } = await months.ofMonth(query.month, query.for);
      return fileResponse(call, { filePrefix, name, type: 'application/zip', pieces, writeStallMs, onFailure });
    },
  });
}
