/**
 * The settings of the service that hold: the configuration's where it declares them, else the database's, else the default.
 * Values of the database have the form of the file and are judged by its rules. One that is wrong is named and does not count.
 */
import type { z } from 'zod';
import { MAIL_SEALED, SETTING_ALL_PLACES, type SettingPlace, type SettingValues } from '../../core/service-settings.ts';
import type { Vault } from '../../core/vault.ts';
import { isRecord } from '../../lib/record.ts';
import { type ConfigProblem, problemAt } from '../../platform/configuration/problem.ts';
import { type Config, problemsOf } from './config.ts';
import { configSchema } from './config-schema.ts';
import { frontFrom, frontSchema } from './front-config.ts';
import { legalFrom, legalProblems, legalSchema } from './legal-config.ts';
import { paymentsSchema, waysToPay } from './payments-config.ts';

/** The part of the configuration that operators make on pages too. */
export type Settings = Pick<
  Config,
  'serviceName' | 'publicUrl' | 'payments' | 'shop' | 'smtp' | 'notices' | 'trial' | 'legal' | 'front'
>;

export type FoundSettings = { readonly settings: Settings; readonly problems: readonly ConfigProblem[] };

type Part = Readonly<Record<string, unknown>>;

/** As the file would say it, with secrets opened. */
type OpenedSettings = { readonly values: SettingValues; readonly problems: readonly ConfigProblem[] };

/** A mail server whose password is lost would refuse every e-mail, so it does not count. */
export async function openSettings(values: SettingValues, vault: Pick<Vault, 'open'>): Promise<OpenedSettings> {
  const { smtp, ...others } = values;
  if (!isRecord(smtp)) return { values, problems: [] };
  const { sealedPassword, ...rest } = smtp;
  if (typeof sealedPassword !== 'string') return { values, problems: [] };
  try {
    const password = await vault.open(...MAIL_SEALED, sealedPassword);
    return { values: { ...others, smtp: { ...rest, password } }, problems: [] };
  } catch {
    return { values: others, problems: [LOST_PASSWORD] };
  }
}

const LOST_PASSWORD = problemAt(
  ['smtp', 'password'],
  'cannot be read: the secret of the server was changed. Enter it again.',
);

export function settingsFrom(file: Config, { values, problems: lost }: OpenedSettings): FoundSettings {
  const problems: ConfigProblem[] = [...lost];
  const parts = partsOf(countedOf(file, values), problems);
  const front = frontOf(file, parts.front, problems);
  const payments = { ...file.payments, ...parts.payments };
  const legal = parts.legal === undefined ? file.legal : legalOf(parts.legal, front, problems);
  return {
    settings: {
      serviceName: parts.serviceName ?? file.serviceName,
      publicUrl: parts.publicUrl ?? file.publicUrl,
      smtp: parts.smtp ?? file.smtp,
      notices: { ...file.notices, ...parts.notices },
      trial: parts.trial ?? file.trial,
      payments,
      shop: waysToPay(payments, legal),
      legal,
      front,
    },
    problems,
  };
}

/** The configuration with them. */
export const withSettings = (file: Config, settings: Settings): Config => ({ ...file, ...settings });

/** What the configuration declares of the same place counts instead. */
const countedOf = ({ declared }: Config, said: SettingValues): SettingValues =>
  Object.fromEntries(
    SETTING_ALL_PLACES.flatMap((place) =>
      said[place] === undefined || said[place] === null || declared.settings.has(place) ? [] : [[place, said[place]]],
    ),
  );

const SINGLE = configSchema.pick({ serviceName: true, publicUrl: true, smtp: true, trial: true, notices: true });

/** Each is judged alone, so that what is wrong with one does not hide another. */
function partsOf(counted: SettingValues, problems: ConfigProblem[]) {
  const right: [SettingPlace, unknown][] = [];
  const all: { [place: string]: unknown } = {};
  for (const [place, value] of Object.entries(counted) as [SettingPlace, unknown][]) {
    const result = SCHEMAS[place].safeParse(value);
    if (result.success) {
      right.push([place, value]);
      all[place] = result.data;
    } else problems.push(...result.error.issues.flatMap((issue) => problemsIn(place, issue)));
  }
  const front = right.flatMap(([place, value]) => (place.startsWith('front.') ? [[place.slice(6), value]] : []));
  return {
    serviceName: all.serviceName as Config['serviceName'] | undefined,
    publicUrl: all.publicUrl as Config['publicUrl'] | undefined,
    smtp: all.smtp as Config['smtp'] | undefined,
    trial: all.trial as Config['trial'] | undefined,
    legal: all.legal as z.output<typeof legalSchema> | undefined,
    notices: 'notices.email' in all ? { email: all['notices.email'] as string } : {},
    payments: {
      ...('payments.seller' in all && { seller: all['payments.seller'] as Config['payments']['seller'] }),
      ...('payments.bank' in all && { bank: all['payments.bank'] as Config['payments']['bank'] }),
    },
    front: Object.fromEntries(front) as Part,
  };
}

const problemsIn = (place: SettingPlace, issue: z.core.$ZodIssue): ConfigProblem[] =>
  problemsOf({ ...issue, path: [...place.split('.'), ...issue.path] });

const PAYMENTS = paymentsSchema.unwrap().shape;
const FRONT = frontSchema.unwrap().shape;
const NO_FILE = 'must be the thing itself, and not the name of a file';

/** A value of the database never names a file of the server. */
const SCHEMAS: Readonly<Record<SettingPlace, z.ZodType>> = {
  serviceName: SINGLE.shape.serviceName,
  publicUrl: SINGLE.shape.publicUrl,
  smtp: SINGLE.shape.smtp,
  trial: SINGLE.shape.trial,
  'notices.email': SINGLE.shape.notices.unwrap().shape.email,
  legal: legalSchema,
  'payments.seller': PAYMENTS.seller,
  'payments.bank': PAYMENTS.bank,
  'front.terms': FRONT.terms.refine((said) => isRecord(said?.cs) && isRecord(said.en), NO_FILE),
  'front.privacy': FRONT.privacy.refine((said) => isRecord(said?.cs) && isRecord(said.en), NO_FILE),
  'front.logo': FRONT.logo.refine(isRecord, NO_FILE),
  'front.logoDark': FRONT.logoDark.refine(isRecord, NO_FILE),
  'front.colours': FRONT.colours,
  'front.headline': FRONT.headline,
  'front.intro': FRONT.intro,
  'front.contact': FRONT.contact,
};

/** The pages for visitors, piece by piece: those that the database says in the place of those of the configuration. */
function frontOf({ front }: Config, written: Part, problems: ConfigProblem[]): Config['front'] {
  if (Object.keys(written).length === 0) return front;
  const read = frontFrom(frontSchema.parse(written), { hasLogo: front.logo !== null || written.logo !== undefined });
  problems.push(...read.problems);
  const wrong = new Set(read.problems.map(({ path }) => path[1]));
  const pieces = Object.keys(written).filter((piece) => !wrong.has(piece));
  const said = read.front as Part;
  return { ...front, ...Object.fromEntries(pieces.map((piece) => [piece, said[piece]])) } as Config['front'];
}

/** Terms that cannot be read cannot be accepted. */
function legalOf(written: z.output<typeof legalSchema>, front: Config['front'], problems: ConfigProblem[]) {
  const wrong = legalProblems(written, front);
  problems.push(...wrong);
  return wrong.length > 0 ? null : legalFrom(written);
}
