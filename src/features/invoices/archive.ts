/** Many documents as one ZIP file, made while it is read: each as PDF and ISDOC, and at the end a list of all as CSV. */
import type { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { CsvForm } from '../../lib/csv.ts';
import type { DocumentFiles, SalesDocument } from './document.ts';
import { documentsCsv } from './documents-csv.ts';

type Files = Pick<DocumentFiles, 'pdf' | 'isdoc'> & { readonly form: CsvForm };

export async function* zipDocuments(
  documents: AsyncIterable<SalesDocument>,
  files: Files,
): AsyncGenerator<Uint8Array, void> {
  // Only here: it takes 30 ms to load, which every command would wait for.
  const fflate = await import('fflate');
  const encoder = new TextEncoder();
  const zip = createZip(fflate.Zip);
  let csv = documentsCsv.head(files.form);
  let atMs = 0;
  for await (const made of documents) {
    atMs = made.issuedAtMs;
    csv += documentsCsv.rows([made], files.form);
    yield zip.add(new fflate.ZipPassThrough(`pdf/${made.number}.pdf`), { bytes: await files.pdf(made), atMs });
    yield zip.add(new fflate.ZipDeflate(`isdoc/${made.number}.isdoc`), {
      bytes: encoder.encode(files.isdoc(made)),
      atMs,
    });
  }
  yield zip.add(new fflate.ZipDeflate('documents.csv'), { bytes: encoder.encode(csv), atMs });
  yield zip.end();
}

/** A file that is added leaves fflate at once: nothing is kept but names for the directory. */
function createZip(Made: typeof Zip) {
  let pieces: Uint8Array[] = [];
  const zip = new Made((failure, piece) => {
    if (failure) throw failure;
    pieces.push(piece);
  });
  const take = (): Uint8Array => {
    const taken = Buffer.concat(pieces);
    pieces = [];
    return taken;
  };
  return {
    add(
      file: ZipPassThrough | ZipDeflate,
      { bytes, atMs }: { readonly bytes: Uint8Array; readonly atMs: number },
    ): Uint8Array {
      // Dates in a ZIP file begin in 1980.
      file.mtime = new Date(Math.max(atMs, Date.UTC(1980, 0, 2)));
      zip.add(file);
      file.push(bytes, true);
      return take();
    },
    end(): Uint8Array {
      zip.end();
      return take();
    },
  };
}
