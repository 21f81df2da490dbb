/** A text in memory that threads share: however long it is, a message to another thread carries it without a copy. */
export function toSharedBytes(text: string): Uint8Array {
  const memory = new SharedArrayBuffer(Buffer.byteLength(text));
  Buffer.from(memory).write(text);
  return new Uint8Array(memory);
}

const DECODER = new TextDecoder();

export const textOfBytes = (bytes: Uint8Array): string => DECODER.decode(bytes);
