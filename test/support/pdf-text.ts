/** The text of a PDF, by the maps from glyphs to characters that it carries: what a reader can search and copy. */
import { inflateSync } from 'node:zlib';

const STREAM = /(\d+) 0 obj\n((?:(?!endobj)[\s\S])*?)\nstream\n/g;

export function pdfText(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes).toString('latin1');
  const streams = new Map<string, string>();
  for (const match of raw.matchAll(STREAM)) {
    const from = match.index + match[0].length;
    const piece = raw.slice(from, raw.indexOf('\nendstream', from));
    const isDeflated = match[2]!.includes('/FlateDecode');
    streams.set(match[1]!, isDeflated ? inflateSync(Buffer.from(piece, 'latin1')).toString('latin1') : piece);
  }
  const objects = new Map([...raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id!, body!]));
  const fonts = new Map<string, ReadonlyMap<number, string>>();
  for (const body of objects.values()) {
    for (const [, name, id] of (/\/Font <<([\s\S]*?)>>/.exec(body)?.[1] ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!) ?? '')?.[1];
      if (cmap) fonts.set(name!, mapOf(streams.get(cmap) ?? ''));
    }
  }
  return [...streams.values()].map((content) => textIn(content, fonts)).join('');
}

/** pdfkit writes ranges with an array of characters for each. */
function mapOf(cmap: string): ReadonlyMap<number, string> {
  const map = new Map<number, string>();
  for (const [, from, list] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [at, [, hex]] of [...list!.matchAll(/<([0-9a-f]+)>/gi)].entries()) {
      map.set(Number.parseInt(from!, 16) + at, Buffer.from(hex!, 'hex').swap16().toString('utf16le'));
    }
  }
  return map;
}

function textIn(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  let [font, text]: [ReadonlyMap<number, string> | undefined, string] = [undefined, ''];
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (name) font = fonts.get(name);
    for (const [, hex] of (shown ?? '').matchAll(/<([0-9a-f]+)>/gi)) {
      for (const glyph of hex!.match(/.{4}/g) ?? []) text += font?.get(Number.parseInt(glyph, 16)) ?? '\ufffd';
    }
    if (shown !== undefined) text += '\n';
  }
  return text;
}
