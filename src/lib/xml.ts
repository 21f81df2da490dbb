/** XML as text: elements with texts or elements in them. What XML 1.0 cannot hold is left out. */
export type Xml = { readonly xml: string };

type Content = string | readonly (Xml | null)[];
type Attributes = Readonly<Record<string, string>>;

export function xmlElement(name: string, content: Content, attributes: Attributes = {}): Xml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const inner = typeof content === 'string' ? escapeXml(content) : content.map((child) => child?.xml ?? '').join('');
  return { xml: `<${name}${written.join('')}>${inner}</${name}>` };
}

export const xmlFile = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 cannot hold.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}
