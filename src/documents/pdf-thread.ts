/** PDFs beside a running server: on a thread of their own, one after the other, because laying out fonts takes long. */
import { Worker } from 'node:worker_threads';
import type { DrawPdf, PdfAbout, SalesDocument } from '../domain/document.ts';

export type PdfOrder = { readonly made: SalesDocument; readonly about: PdfAbout };

export function createPdfThread(): DrawPdf {
  let last: Promise<unknown> = Promise.resolve();
  return (made, about) => {
    const drawn = last.then(() => draw({ made, about }));
    last = drawn.catch(() => {});
    return drawn;
  };
}

function draw(workerData: PdfOrder): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { workerData });
  worker.unref();
  worker.on('message', resolve);
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('The thread has ended without a PDF.')));
  return promise;
}
