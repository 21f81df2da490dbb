/** Documents of all customers. */
import type { Documents, DrawPdf } from '../../domain/document.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { OperatorCall, Route } from '../call.ts';
import { pdfResponse } from '../document-file.ts';

export type OperatorDocumentParts = {
  readonly stores: { readonly documents: Documents };
  readonly drawPdf: DrawPdf;
  readonly serviceName: string;
};

export const operatorDocumentRoutes = ({ stores, ...parts }: OperatorDocumentParts): readonly Route[] => [
  {
    method: 'GET',
    path: '/api/operator/documents/{id}/pdf',
    guard: 'operator',
    handle: async ({ params }: OperatorCall) => {
      const made = await stores.documents.find(params.id ?? '');
      if (!made) throw new ServiceError('not_found', 'There is no such document.');
      return pdfResponse(made, { drawPdf: parts.drawPdf, serviceName: parts.serviceName });
    },
  },
];
