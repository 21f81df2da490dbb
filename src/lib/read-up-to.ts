/** A body as one piece; undefined where it is longer than this. What it still has is then left unread. */
export async function readUpTo(
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > bytesMax) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
