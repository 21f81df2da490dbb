/** The service's name where only some characters are allowed: in file names, settings of clients and the environment. */
export type ServiceNames = {
  readonly name: string;
  /** Small letters, digits and hyphens. */
  readonly slug: string;
  /** The variable in which examples keep the key. */
  readonly keyVariable: string;
};

const SLUG_CHARS_MAX = 40;
/** For a name without a letter or digit that every file system takes. */
const NAMELESS = 'service';

export function serviceNames(name: string): ServiceNames {
  const slug = slugOf(name);
  const variable = slug.toUpperCase().replaceAll('-', '_');
  // A variable begins with a letter.
  const prefix = /^\d/.test(variable) ? `${NAMELESS.toUpperCase()}_${variable}` : variable;
  return { name, slug, keyVariable: `${prefix}_API_KEY` };
}

function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_CHARS_MAX);
  return plain.replaceAll(/^-|-$/g, '') || NAMELESS;
}
