/** Settings of the service between a file of wishes, the database and `export`. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { MAIL_SEALED, SETTING_ALL_PLACES, type SettingPlace, type SettingValues } from '../../core/service-settings.ts';
import type { Vault } from '../../core/vault.ts';
import { isRecord } from '../../lib/record.ts';
import type { ConfigProblem } from '../../platform/configuration/problem.ts';
import type { Config } from '../configuration/config.ts';
import { LOGO_TYPES } from '../configuration/front-config.ts';
import { openSettings, settingsFrom } from '../configuration/settings-config.ts';
import { lineOf, type Step, type Steps } from './line.ts';

type Part = Readonly<Record<string, unknown>>;

/** The settings of the service that a file says, by their places. */
export function settingsIn(file: Part): SettingValues {
  const said = SETTING_ALL_PLACES.flatMap((place): [SettingPlace, unknown][] => {
    const value = valueAt(file, place.split('.'));
    return value === undefined ? [] : [[place, inlined(place, value)]];
  });
  return Object.fromEntries(said);
}

function valueAt(part: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (!isRecord(part)) return undefined;
  return rest.length === 0 ? part[name] : valueAt(part[name], rest);
}

/** The database never names a file: what a file of wishes names is read where it is applied. */
function inlined(place: SettingPlace, value: unknown): unknown {
  if (place === 'front.logo' || place === 'front.logoDark') {
    return typeof value === 'string' && value !== '' ? pictureAt(value) : value === '' ? null : value;
  }
  if ((place === 'front.terms' || place === 'front.privacy') && isRecord(value)) {
    const texts = Object.entries(value).map(([language, said]) => [
      language,
      typeof said === 'string' ? { text: textAt(said) } : said,
    ]);
    return Object.fromEntries(texts);
  }
  return value;
}

const textAt = (path: string): string => readFileSync(path, 'utf8');

const pictureAt = (path: string): unknown => ({
  type: LOGO_TYPES[extname(path).toLowerCase()] ?? '',
  base64: readFileSync(path).toString('base64'),
});

type Held = { readonly file: Config; readonly held: SettingValues; readonly vault: Vault };

/** A step for each that differs; all of them are judged together. A password that is not said stays. */
export async function settingsDifference(wanted: SettingValues, { file, held, vault }: Held): Promise<Steps> {
  const opened = await openSettings(held, vault);
  const steps: Step[] = [];
  const changed: { [place: string]: unknown } = {};
  for (const [place, value] of Object.entries(wanted) as [SettingPlace, unknown][]) {
    const kept = place === 'smtp' ? withPassword(value, opened.values.smtp) : value;
    const before = isRecord(held[place]) ? opened.values[place] : held[place];
    if (Bun.deepEquals(kept, before ?? null) || isAsDeclared(file, place, kept)) continue;
    changed[place] = kept;
    const stored = place === 'smtp' ? await sealedIn(kept, vault) : kept;
    steps.push({
      piece: { part: 'settings', name: place },
      lines: [lineOf(place, shown(before) ?? undefined, shown(kept) ?? undefined)],
      action: { kind: 'settings', values: { [place]: stored } },
    });
  }
  const { problems } = settingsFrom(file, { values: { ...opened.values, ...changed }, problems: [] });
  return { steps, problems: problems.filter((problem) => isAbout(problem, changed)) };
}

/** A file may say what the configuration declares as it is. */
function isAsDeclared(file: Config, place: SettingPlace, value: unknown): boolean {
  if (!file.declared.settings.has(place)) return false;
  const free = { ...file, declared: { ...file.declared, settings: new Set<string>() } };
  const { settings, problems } = settingsFrom(free, { values: { [place]: value }, problems: [] });
  return (
    problems.length === 0 && Object.entries(settings).every(([name, one]) => Bun.deepEquals(one, file[name as 'smtp']))
  );
}

const isAbout = ({ path }: ConfigProblem, changed: Part): boolean =>
  Object.keys(changed).some((place) => `${path.join('.')}.`.startsWith(`${place}.`));

function withPassword(wanted: unknown, held: unknown): unknown {
  if (!isRecord(wanted) || 'password' in wanted || !isRecord(held)) return wanted;
  const isSame = held.host === wanted.host && held.user === wanted.user && typeof held.password === 'string';
  return isSame ? { ...wanted, password: held.password } : wanted;
}

async function sealedIn(smtp: unknown, vault: Vault): Promise<unknown> {
  if (!isRecord(smtp)) return smtp;
  const { password, ...rest } = smtp;
  if (typeof password !== 'string' || password === '') return rest;
  return { ...rest, sealedPassword: await vault.seal(...MAIL_SEALED, password) };
}

const LONG = 200;

/** For people: no secret, and no long text. */
function shown(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONG ? `${value.slice(0, LONG)}…` : value;
  if (!isRecord(value)) return value;
  const { password: _, sealedPassword: __, ...rest } = value;
  return Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, shown(one)]));
}

/** Settings of the database in the shape of the file, without secrets; those that the file declares are its own. */
export function writtenSettings({ declared }: Config, values: SettingValues): Part {
  const written: { [name: string]: unknown } = {};
  for (const place of SETTING_ALL_PLACES) {
    const value = values[place];
    if (value === undefined || value === null || declared.settings.has(place)) continue;
    put(written, place.split('.'), place === 'smtp' && isRecord(value) ? withoutSecret(value) : value);
  }
  return written;
}

const withoutSecret = ({ sealedPassword: _, ...smtp }: Part): Part => smtp;

function put(part: { [name: string]: unknown }, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    part[name] = value;
    return;
  }
  part[name] ??= {};
  put(part[name] as { [name: string]: unknown }, rest, value);
}
