/** Documents of all customers: each as a file, and those of a month in one. */

import type { OperatorCall, Route } from '../../platform/http/call.ts';
import { type FileParts, fileResponse } from '../../platform/http/file-stream.ts';
import { queryOf } from '../../platform/http/page-route.ts';
import { takeCsvForm } from '../usage/csv-query.ts';
import type { DocumentFiles, Documents } from './document.ts';
import { createDocumentExport } from './document-export.ts';
import { DOCUMENT_FORMS, documentResponse } from './document-file.ts';

export type OperatorDocumentParts = {
  readonly stores: { readonly documents: Documents };
  readonly documentFiles: DocumentFiles;
};
type Parts = OperatorDocumentParts & FileParts;

export function operatorDocumentRoutes({ stores, documentFiles: files, ...answer }: Parts): readonly Route[] {
  const months = createDocumentExport({ documents: stores.documents, files });
  const { filePrefix, writeStallMs, onFailure } = answer;

  async function archive(call: OperatorCall): Promise<Response> {
    const { form, query } = takeCsvForm(queryOf(call.request));
    const { name, pieces } = await months.ofMonth(query.month ?? '', form);
    return fileResponse(call, { filePrefix, name, type: 'application/zip', pieces, writeStallMs, onFailure });
  }

  return [
    ...DOCUMENT_FORMS.map(
      (form): Route => ({
        method: 'GET',
        path: `/api/operator/documents/{id}/${form}`,
        guard: 'operator',
        scopes: [],
        handle: (call: OperatorCall) =>
          documentResponse(call, { files, form, find: (number) => stores.documents.find(number) }),
      }),
    ),
    { method: 'GET', path: '/api/operator/documents.zip', guard: 'operator', scopes: [], handle: archive },
  ];
}
