/** A document of a sale as a file. It opens in the browser; the page that links to it says whether it is saved. */
import type { DrawPdf, PdfAbout, SalesDocument } from '../domain/document.ts';
import { PRIVATE } from './page-route.ts';

export async function pdfResponse(
  made: SalesDocument,
  { drawPdf, ...about }: { readonly drawPdf: DrawPdf } & PdfAbout,
): Promise<Response> {
  const bytes = await drawPdf(made, about);
  const disposition = `inline; filename="${made.kind}-${made.number}.pdf"`;
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { ...PRIVATE, 'content-type': 'application/pdf', 'content-disposition': disposition },
  });
}
