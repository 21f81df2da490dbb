/** `receipt`: what one answer cost, also after it was archived. */
import { resolve } from 'node:path';
import type { Receipt } from '../../core/ledger.ts';
import { requestIdOf } from '../../core/request-id.ts';
import { readArchive } from '../../ledger/archive-folder.ts';
import { type Options, optional, type Report, required, UsageError } from '../../platform/commands/command.ts';

type ArchivedFile = { readonly folder: string; readonly name: string; readonly sha256: string };

type ReceiptPlaces = {
  readonly inDatabase: (requestId: string) => Promise<Receipt | undefined>;
  readonly files: () => Promise<readonly ArchivedFile[]>;
  readonly inFile: (requestId: string, lines: AsyncIterable<string>) => Promise<Receipt | undefined>;
  readonly toJson: (receipt: Receipt) => object;
};

export async function receipt(options: Options, { inDatabase, files, inFile, toJson }: ReceiptPlaces): Promise<Report> {
  const requestId = requestIdOf(required(options, 'id'));
  if (!requestId) throw new UsageError('--id is the id of an answer (chatcmpl-…) or of a request (req_…).');
  const found = await inDatabase(requestId);
  if (found) return reportOf(toJson(found), 'in the ledger');
  const given = optional(options, 'archive');
  for (const file of await files()) {
    const folder = given === undefined ? file.folder : resolve(given);
    const archived = await inFile(requestId, readArchive(folder, file));
    if (archived) return reportOf(toJson(archived), `in ${folder}/${file.name}`);
  }
  throw new UsageError(`There is no receipt of ${requestId}, neither in the ledger nor in an archive.`);
}

const reportOf = (json: object, where: string): Report => ({
  json,
  text: `${JSON.stringify(json, null, 2)}\nFound ${where}.`,
});
