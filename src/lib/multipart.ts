/**
 * Reads `multipart/form-data` while it comes, so that a file in it is never whole in memory. Parts come in their order;
 * the content of one is there until the next one is asked for.
 */

export type FormPart = {
  readonly name: string;
  /** There where it is a file. */
  readonly filename: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
};

/** The body is no form, or ends before its end. */
export class BrokenForm extends Error {
  override readonly name = 'BrokenForm';
}

const HEAD_BYTES_MAX = 16 * 1024;
const LINE_END = '\r\n';

/** The text between parts, as the content type names it. */
export const boundaryIn = (contentType: string | null): string | undefined =>
  contentType?.toLowerCase().startsWith('multipart/form-data')
    ? /; ?boundary="?([^";]{1,70})"?/i.exec(contentType)?.[1]
    : undefined;

export async function* readMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<FormPart, void> {
  // The first boundary has no line before it; with one it is like all others.
  const bytes = new Bytes(body, Buffer.from(LINE_END));
  const border = Buffer.from(`${LINE_END}--${boundary}`);
  for await (const _ of bytes.upTo(border));
  while ((await bytes.take(2)).toString('latin1') !== '--') {
    const head = await headOf(bytes);
    const content = bytes.upTo(border);
    yield { ...head, content };
    for await (const _ of content);
  }
}

async function headOf(bytes: Bytes): Promise<Omit<FormPart, 'content'>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes.upTo(Buffer.from(LINE_END + LINE_END))) {
    pieces.push(piece);
    length += piece.length;
    if (length > HEAD_BYTES_MAX) throw new BrokenForm('A part of the form has too long a head.');
  }
  const head = Buffer.concat(pieces).toString('utf8');
  const disposition = head.split(LINE_END).find((line) => line.toLowerCase().startsWith('content-disposition:')) ?? '';
  const name = /; ?name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined) throw new BrokenForm('A part of the form has no name.');
  return { name, filename: /; ?filename="([^"]*)"/i.exec(disposition)?.[1] };
}

/** What has come and was not taken yet. */
class Bytes {
  readonly #source: AsyncIterator<Uint8Array>;
  #here: Buffer;

  constructor(source: AsyncIterable<Uint8Array>, first: Buffer) {
    this.#source = source[Symbol.asyncIterator]();
    this.#here = first;
  }

  async take(count: number): Promise<Buffer> {
    while (this.#here.length < count) await this.#more();
    const taken = this.#here.subarray(0, count);
    this.#here = this.#here.subarray(count);
    return taken;
  }

  /** All up to these bytes, which are then gone too. What may be their beginning waits for what follows. */
  async *upTo(border: Buffer): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const at = this.#here.indexOf(border);
      const free = at >= 0 ? at : Math.max(0, this.#here.length - border.length + 1);
      if (free > 0) {
        const piece = this.#here.subarray(0, free);
        this.#here = this.#here.subarray(free);
        yield piece;
      }
      if (at >= 0) {
        this.#here = this.#here.subarray(border.length);
        return;
      }
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const next = await this.#source.next();
    if (next.done) throw new BrokenForm('The form ends before its end.');
    this.#here = this.#here.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#here, next.value]);
  }
}
