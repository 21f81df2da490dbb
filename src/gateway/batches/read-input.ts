import type { Limits } from '../../core/limits.ts';
import { type BatchFiles, contentOf } from '../../features/batches/files.ts';
import { type Batch, type NewLine, sealedAs } from '../../features/batches/rules.ts';
import type { Batches } from '../../features/batches/transactions.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import type { Platform } from '../../platform/platform.ts';
import { type InputLine, InputReader, type InputRules, linesOf } from './input.ts';

export type InputNeeds = {
  readonly batches: Pick<Batches, 'addLines' | 'begin' | 'fail'>;
  readonly files: BatchFiles;
  readonly rules: InputRules;
  readonly limits: Pick<Limits, 'fileMs'>;
};

const LINES_AT_ONCE = 200;

/** Reads the file of a batch into lines. What another server has read before it died is found there. */
export async function readInput(
  platform: Pick<Platform, 'clock' | 'vault'>,
  { batches, files, rules, limits }: InputNeeds,
  { batch, owner }: { readonly batch: Batch; readonly owner: string },
): Promise<void> {
  const { clock } = platform;
  const { id, accountId } = batch;
  const fail = (errors: InputReader['errors']) =>
    batches.fail({ id, owner, errors, nowMs: clock.nowMs(), keepMs: limits.fileMs });
  const file = await files.find(accountId, batch.inputFileId ?? '', clock.nowMs());
  if (!file) return fail([{ code: 'file_not_found', message: 'The input file is gone.', param: null, line: null }]);
  const reader = new InputReader(batch, rules);
  const writer = new LineWriter(platform, batches, batch);
  for await (const { text, line } of linesOf(contentOf({ files, ...platform }, file), rules.bytesMax)) {
    const read = reader.read(text, line);
    if (reader.isFull) break;
    if (read && reader.errors.length === 0) await writer.add(read);
  }
  if (reader.total === 0) {
    return fail([{ code: 'empty_file', message: 'The input file has no lines.', param: null, line: null }]);
  }
  if (reader.errors.length > 0) return fail(reader.errors);
  await writer.flush();
  await batches.begin({ id, owner, total: reader.total, nowMs: clock.nowMs() });
}

/** Seals lines and writes them, many at once; others get their turn between. */
export class LineWriter {
  readonly #vault: Platform['vault'];
  readonly #batches: Pick<Batches, 'addLines'>;
  readonly #batch: Pick<Batch, 'id' | 'accountId'>;
  #lines: NewLine[] = [];

  constructor(
    { vault }: Pick<Platform, 'vault'>,
    batches: Pick<Batches, 'addLines'>,
    batch: Pick<Batch, 'id' | 'accountId'>,
  ) {
    this.#vault = vault;
    this.#batches = batches;
    this.#batch = batch;
  }

  async add({ line, customId, bodyJson }: InputLine): Promise<void> {
    const { id, accountId } = this.#batch;
    const request = await this.#vault.seal(accountId, sealedAs({ batchId: id, line }, 'request'), bodyJson);
    this.#lines.push({ line, customId, request });
    if (this.#lines.length >= LINES_AT_ONCE) await this.flush();
  }

  async flush(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    await this.#batches.addLines(this.#batch.id, lines);
    await nextTurn();
  }
}
