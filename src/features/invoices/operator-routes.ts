/** Documents of all customers: each as a file, and those of a month in one. */
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { SendFile } from '../../platform/http/file-stream.ts';
import { PRIVATE } from '../../platform/http/page-route.ts';
import type { DocumentFiles, DocumentForm, Documents } from './document.ts';
import { createDocumentExport } from './document-export.ts';
import { documentResponse } from './document-file.ts';
import { documents as contract } from './operator-contract.ts';
import { ossExport, ossToCsv } from './oss.ts';

export function operatorDocumentRoutes(
  documents: Documents,
  { files, sendFile }: { readonly files: DocumentFiles; readonly sendFile: SendFile },
): readonly Route[] {
  const months = createDocumentExport(documents, files);
  const responseOf = (form: DocumentForm) => (call: { readonly params: { readonly id: string } }) =>
    documentResponse(call, { files, form, find: (number) => documents.find(number) });

  return implement(contract, {
    pdf: responseOf('pdf'),
    isdoc: responseOf('isdoc'),
    month: async ({ query, ...call }) => {
      const { name, pieces } = await months.ofMonth(query.month, query.for);
      return sendFile(call, { name, type: 'application/zip', pieces });
    },
    oss: async ({ query: { quarter, for: form = 'plain' } }) => {
      const csv = ossToCsv(await ossExport(documents, quarter), form);
      const disposition = `attachment; filename="oss-${quarter}.csv"`;
      return new Response(csv, {
        headers: { ...PRIVATE, 'content-type': 'text/csv; charset=utf-8', 'content-disposition': disposition },
      });
    },
  });
}
