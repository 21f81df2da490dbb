/** Documents of all customers. */
import type { DocumentFiles, Documents } from '../../domain/document.ts';
import type { OperatorCall, Route } from '../call.ts';
import { DOCUMENT_FORMS, documentResponse } from '../document-file.ts';

export type OperatorDocumentParts = {
  readonly stores: { readonly documents: Documents };
  readonly documentFiles: DocumentFiles;
};

export const operatorDocumentRoutes = ({ stores, documentFiles: files }: OperatorDocumentParts): readonly Route[] =>
  DOCUMENT_FORMS.map((form) => ({
    method: 'GET',
    path: `/api/operator/documents/{id}/${form}`,
    guard: 'operator',
    handle: (call: OperatorCall) =>
      documentResponse(call, { files, form, find: (number) => stores.documents.find(number) }),
  }));
