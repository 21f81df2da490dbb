/**
 * PDFs beside a running server: on a thread of their own, one after the other, because laying out fonts takes long. The
 * thread stays for the next one for a while, because loading them takes longer.
 */
import { Worker } from 'node:worker_threads';
import { askThread } from '../../lib/ask-thread.ts';
import type { DrawPdf, PdfAbout, SalesDocument } from './document.ts';

export type PdfWork = { readonly made: SalesDocument; readonly about: PdfAbout };

const IDLE_MS = 5_000;

export function createPdfThread(): DrawPdf {
  let last: Promise<unknown> = Promise.resolve();
  let worker: Worker | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const end = () => {
    void worker?.terminate();
    worker = undefined;
  };
  async function draw(work: PdfWork): Promise<Uint8Array> {
    clearTimeout(idle);
    worker ??= new Worker(new URL('./pdf-worker.ts', import.meta.url));
    worker.unref();
    try {
      return await askThread<Uint8Array>(worker, work);
    } catch (failure) {
      end();
      throw failure;
    } finally {
      idle = setTimeout(end, IDLE_MS);
      idle.unref();
    }
  }

  return (made, about) => {
    const drawn = last.then(() => draw({ made, about }));
    last = drawn.catch(() => {});
    return drawn;
  };
}
