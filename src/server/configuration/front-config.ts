/** The setting `front`: what visitors see, from the configuration and the files that it names. */
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import type { Front, FrontImage, InLanguages, LANGUAGES } from '../../features/site/front.ts';

const LOGO_BYTES_MAX = 64 * 1024;
const TEXT_BYTES_MAX = 256 * 1024;
const LOGO_TYPES: Readonly<Record<string, string>> = {
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

export const frontSchema = z
  .strictObject({
    enabled: z.boolean().default(true),
    logo: z.string().default(''),
    logoDark: z.string().default(''),
    colours: z.strictObject({ light: colour.default('#0a6c74'), dark: colour.default('#5fd3c0') }).prefault({}),
    headline: inLanguages(120),
    intro: inLanguages(600),
    /** Names of files. */
    terms: inLanguages(1000),
    privacy: inLanguages(1000),
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
      .prefault({}),
  })
  .prefault({});

type FrontConfig = z.output<typeof frontSchema>;

/** Reads the files that are named, and returns every problem found on the way. */
export function frontFrom(written: FrontConfig): { readonly front: Front; readonly problems: readonly string[] } {
  const problems: string[] = [...contrastProblems(written)];
  const logo = (name: 'logo' | 'logoDark') => readLogo(written[name], { name: `front.${name}`, problems });
  const texts = (name: 'terms' | 'privacy') => readTexts(written[name], { name: `front.${name}`, problems });
  if (written.logoDark && !written.logo) problems.push('front.logoDark needs front.logo.');
  const { enabled, colours, headline = null, intro = null, contact } = written;
  return {
    front: {
      enabled,
      logo: logo('logo'),
      logoDark: logo('logoDark'),
      colours,
      headline,
      intro,
      terms: texts('terms'),
      privacy: texts('privacy'),
      contact: { ...contact, text: contact.text ?? null },
    },
    problems,
  };
}

type Reading = { readonly name: string; readonly problems: string[] };

function readLogo(path: string, { name, problems }: Reading): FrontImage | null {
  if (path === '') return null;
  const type = LOGO_TYPES[extname(path).toLowerCase()];
  if (type === undefined) {
    problems.push(`${name} must be an SVG, PNG or WebP file.`);
    return null;
  }
  const bytes = readSmall(path, { name, problems, bytesMax: LOGO_BYTES_MAX });
  return bytes && { type, bytes };
}

function readTexts(paths: InLanguages<string> | undefined, { name, problems }: Reading): InLanguages<string> | null {
  if (!paths) return null;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const read = (language: (typeof LANGUAGES)[number]): string => {
    const about = { name: `${name}.${language}`, problems };
    const bytes = readSmall(paths[language], { ...about, bytesMax: TEXT_BYTES_MAX });
    try {
      return decoder.decode(bytes ?? new Uint8Array());
    } catch {
      problems.push(`${about.name} names ${paths[language]}, which is not text in UTF-8.`);
      return '';
    }
  };
  return { cs: read('cs'), en: read('en') };
}

function readSmall(
  path: string,
  { name, problems, bytesMax }: Reading & { readonly bytesMax: number },
): Uint8Array<ArrayBuffer> | null {
  try {
    const { size } = statSync(path);
    if (size <= bytesMax) return new Uint8Array(readFileSync(path));
    problems.push(`${name} names ${path}, which has more than ${bytesMax / 1024} KB.`);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    problems.push(`${name} names ${path}, which cannot be read (${reason}).`);
  }
  return null;
}

/** The background of the front's links that is hardest to read on, in each theme. */
const GROUNDS = { light: '#eef3f4', dark: '#1b2a31' } as const;
const CONTRAST_MIN = 4.5;

function contrastProblems({ colours }: FrontConfig): string[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const contrast = contrastOf(colours[theme], GROUNDS[theme]);
    if (contrast >= CONTRAST_MIN) return [];
    const found = contrast.toFixed(1);
    return [
      `front.colours.${theme} cannot be read well on a ${theme} page: its contrast is ${found}, at least ${CONTRAST_MIN} is needed.`,
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
