/** The setting `front`: what visitors see, from the configuration and the files that it names. */
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import type { Front, FrontImage, InLanguages, LANGUAGES } from '../../features/site/front.ts';
import { type ConfigProblem, problemAt } from '../../platform/configuration/problem.ts';

const LOGO_BYTES_MAX = 64 * 1024;
const TEXT_BYTES_MAX = 256 * 1024;
export const LOGO_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

const inLanguages = (charsMax: number) => {
  const one = z.string().trim().min(1).max(charsMax);
  return z.strictObject({ cs: one, en: one }).optional();
};
const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #0a6c74')
  .transform((text) => text.toLowerCase());

/** The name of a file, or the text itself. */
const text = z.union(
  [z.string().trim().min(1).max(1000), z.strictObject({ text: z.string().trim().min(1).max(TEXT_BYTES_MAX) })],
  'must be the name of a file, or {"text"}',
);
const texts = z.strictObject({ cs: text, en: text }).optional();

/** The name of a file, or the picture itself. */
const picture = z
  .union(
    [
      z.string(),
      z.strictObject({ type: z.enum(['image/svg+xml', 'image/png', 'image/webp']), base64: z.base64().min(4) }),
    ],
    'must be the name of a file, or {"type", "base64"}',
  )
  .default('');

export const frontSchema = z
  .strictObject({
    enabled: z.boolean().default(true).describe('`false`: there are no such pages, and `/` is the settings area.'),
    logo: picture.describe(
      'An SVG, PNG or WebP file, at most 64 KB, or the picture itself: `{"type":"image/png","base64":"…"}`.',
    ),
    logoDark: picture.describe('The same on a dark page.'),
    colours: z
      .strictObject({ light: colour.default('#0a6c74'), dark: colour.default('#5fd3c0') })
      .prefault({})
      .describe('Links and buttons on a `light` and a `dark` page; a contrast of at least 4.5.'),
    headline: inLanguages(120).describe('In `cs` and `en`, or our own.'),
    intro: inLanguages(600).describe('In `cs` and `en`, below the headline.'),
    terms: texts.describe(
      'In `cs` and `en`: files of Markdown, at most 256 KB each, or the text itself: `{"text":"…"}`. Without it an example that says so.',
    ),
    privacy: texts.describe('The same in `cs` and `en`.'),
    contact: z
      .strictObject({
        email: z
          .string()
          .regex(/^$|^[^\s@:]{1,64}@[^\s@:]{1,189}$/, 'must be empty or an e-mail address')
          .default(''),
        phone: z
          .string()
          .regex(/^$|^\+?[\d ]{5,20}$/, 'must be empty or a phone number such as +420 123 456 789')
          .default(''),
        text: inLanguages(1000),
      })
      .prefault({})
      .describe('How customers reach you: `email`, `phone`, and a `text` in `cs` and `en`.'),
  })
  .prefault({});

type FrontConfig = z.output<typeof frontSchema>;

/** Reads the files that are named, and returns every problem found on the way. */
export function frontFrom(
  written: FrontConfig,
  { hasLogo } = { hasLogo: written.logo !== '' },
): { readonly front: Front; readonly problems: readonly ConfigProblem[] } {
  const problems: ConfigProblem[] = [...contrastProblems(written)];
  const logo = (name: 'logo' | 'logoDark') => readLogo(written[name], { path: ['front', name], problems });
  const textsOf = (name: 'terms' | 'privacy') => readTexts(written[name], { path: ['front', name], problems });
  if (written.logoDark && !hasLogo) problems.push(problemAt(['front', 'logoDark'], 'needs front.logo.'));
  const { enabled, colours, headline = null, intro = null, contact } = written;
  return {
    front: {
      enabled,
      logo: logo('logo'),
      logoDark: logo('logoDark'),
      colours,
      headline,
      intro,
      terms: textsOf('terms'),
      privacy: textsOf('privacy'),
      contact: { ...contact, text: contact.text ?? null },
    },
    problems,
  };
}

type Reading = { readonly path: readonly string[]; readonly problems: ConfigProblem[] };

function readLogo(written: FrontConfig['logo'], { path, problems }: Reading): FrontImage | null {
  if (written === '') return null;
  if (typeof written !== 'string') return pictureFrom(written, { path, problems });
  const type = LOGO_TYPES[extname(written).toLowerCase()];
  if (type === undefined) {
    problems.push(problemAt(path, 'must be an SVG, PNG or WebP file.'));
    return null;
  }
  const bytes = readSmall(written, { path, problems, bytesMax: LOGO_BYTES_MAX });
  return bytes && { type, bytes };
}

type Picture = Exclude<FrontConfig['logo'], string>;

function pictureFrom({ type, base64 }: Picture, { path, problems }: Reading): FrontImage | null {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  if (bytes.length <= LOGO_BYTES_MAX) return { type, bytes };
  problems.push(problemAt(path, `has more than ${LOGO_BYTES_MAX / 1024} KB.`));
  return null;
}

function readTexts(written: FrontConfig['terms'], { path, problems }: Reading): InLanguages<string> | null {
  if (!written) return null;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const read = (language: (typeof LANGUAGES)[number]): string => {
    const said = written[language];
    if (typeof said !== 'string') return said.text;
    const about = { path: [...path, language], problems };
    const bytes = readSmall(said, { ...about, bytesMax: TEXT_BYTES_MAX });
    try {
      return decoder.decode(bytes ?? new Uint8Array());
    } catch {
      problems.push(problemAt(about.path, `names ${said}, which is not text in UTF-8.`));
      return '';
    }
  };
  return { cs: read('cs'), en: read('en') };
}

function readSmall(
  file: string,
  { path, problems, bytesMax }: Reading & { readonly bytesMax: number },
): Uint8Array<ArrayBuffer> | null {
  try {
    const { size } = statSync(file);
    if (size <= bytesMax) return new Uint8Array(readFileSync(file));
    problems.push(problemAt(path, `names ${file}, which has more than ${bytesMax / 1024} KB.`));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    problems.push(problemAt(path, `names ${file}, which cannot be read (${reason}).`));
  }
  return null;
}

/** The background of the front's links that is hardest to read on, in each theme. */
const GROUNDS = { light: '#eef3f4', dark: '#1b2a31' } as const;
const CONTRAST_MIN = 4.5;

function contrastProblems({ colours }: FrontConfig): ConfigProblem[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const contrast = contrastOf(colours[theme], GROUNDS[theme]);
    if (contrast >= CONTRAST_MIN) return [];
    const found = contrast.toFixed(1);
    return [
      problemAt(
        ['front', 'colours', theme],
        `cannot be read well on a ${theme} page: its contrast is ${found}, at least ${CONTRAST_MIN} is needed.`,
      ),
    ];
  });
}

/** As WCAG 2 defines it. */
function contrastOf(one: string, other: string): number {
  const a = luminanceOf(one);
  const b = luminanceOf(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
