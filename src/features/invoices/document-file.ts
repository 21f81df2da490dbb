/** A document of a sale as a file. A PDF opens in the browser; ISDOC is for another program, so it is saved. */

import { ServiceError } from '../../core/errors.ts';
import type { Call } from '../../platform/http/call.ts';
import { PRIVATE } from '../../platform/http/page-route.ts';
import {
  type DocumentFiles,
  type DocumentForm,
  fileNameOf,
  type PaymentTarget,
  type SalesDocument,
} from './document.ts';

type FileOf = {
  readonly files: DocumentFiles;
  readonly form: DocumentForm;
  readonly find: (number: string) => Promise<SalesDocument | undefined>;
};

export async function documentResponse({ params }: Pick<Call, 'params'>, { files, form, find }: FileOf) {
  const made = await find(params.id ?? '');
  if (!made) throw new ServiceError('not_found', 'There is no such document.');
  return form === 'pdf' ? pdfResponse(made, { files }) : isdocResponse(made, files);
}

export async function pdfResponse(
  made: SalesDocument,
  { files, target }: { readonly files: DocumentFiles; readonly target?: PaymentTarget },
): Promise<Response> {
  const bytes = await files.pdf(made, target);
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { ...PRIVATE, 'content-type': 'application/pdf', 'content-disposition': `inline; ${nameOf(made, 'pdf')}` },
  });
}

const isdocResponse = (made: SalesDocument, files: DocumentFiles): Response =>
  new Response(files.isdoc(made), {
    headers: {
      ...PRIVATE,
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': `attachment; ${nameOf(made, 'isdoc')}`,
    },
  });

const nameOf = (made: SalesDocument, form: DocumentForm): string => `filename="${fileNameOf(made, form)}"`;
