/** The first bytes of a picture tell its kind and size; nothing of it is decoded. */
type PictureKind = 'png' | 'jpeg' | 'webp' | 'gif';
type PictureHead = { readonly kind: PictureKind; readonly size?: { readonly width: number; readonly height: number } };

/** Undefined where the bytes begin no picture that is known here. Without a size where it is further behind. */
export function readPictureHead(bytes: Uint8Array): PictureHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = kindOf(bytes);
  const [width, height] = (kind && sidesOf(kind, view)) ?? [0, 0];
  // A side of no length is no size: the picture is broken, or says it later.
  return kind && { kind, ...(width > 0 && height > 0 && { size: { width, height } }) };
}

/** The name of the chunk that a PNG begins with. */
const IHDR = 0x49_48_44_52;

type Sides = readonly [width: number, height: number];

const SIGNATURES: readonly (readonly [PictureKind, string])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
];

function kindOf(bytes: Uint8Array): PictureKind | undefined {
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'webp';
  return SIGNATURES.find(([, signature]) => textAt(bytes, 0, signature.length) === signature)?.[0];
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

function sidesOf(kind: PictureKind, view: DataView): Sides | undefined {
  switch (kind) {
    case 'png':
      return view.byteLength < 24 || view.getUint32(12) !== IHDR ? undefined : [view.getUint32(16), view.getUint32(20)];
    case 'gif':
      return sidesOfGif(view);
    case 'webp':
      return view.byteLength < 30 ? undefined : sidesOfWebp(view);
    case 'jpeg':
      return sidesOfJpeg(view);
  }
}

const EXTENSION = 0x21;
const FRAME = 0x2c;

/** Of its first frame, where that is larger than what it says of itself: some decoders go by it. */
function sidesOfGif(view: DataView): Sides | undefined {
  if (view.byteLength < 13) return undefined;
  const colors = view.getUint8(10);
  let at = 13 + (colors & 0x80 ? 3 * 2 ** ((colors & 7) + 1) : 0);
  while (at + 9 <= view.byteLength && view.getUint8(at) === EXTENSION) {
    at += 2;
    while (at < view.byteLength && view.getUint8(at) > 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  if (at + 9 > view.byteLength || view.getUint8(at) !== FRAME) return undefined;
  const [left, top, width, height] = [1, 3, 5, 7].map((place) => view.getUint16(at + place, true));
  return [Math.max(view.getUint16(6, true), left! + width!), Math.max(view.getUint16(8, true), top! + height!)];
}

/** The three forms of the first chunk: with features, lossless, lossy. */
function sidesOfWebp(view: DataView): Sides | undefined {
  const form = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
  if (form === 'VP8X') return [three(24) + 1, three(27) + 1];
  if (form === 'VP8 ') return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  if (form !== 'VP8L') return undefined;
  const bits = view.getUint32(21, true);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

const MARK = 0xff;
/** Segments that begin a frame and say its size; those between that are no frames. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
/** From here on there are no more segments, but what is compressed. */
const SCAN = 0xda;

/** Segment by segment, each of which says how long it is, so that the steps are few. */
function sidesOfJpeg(view: DataView): Sides | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== MARK) return undefined;
    const code = view.getUint8(at + 1);
    if (code === MARK) at += 1;
    else if (code === SCAN) return undefined;
    else if (isFrame(code)) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}
