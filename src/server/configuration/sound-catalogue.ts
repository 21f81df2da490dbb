/**
 * The settings that make the catalogue, judged apart: a mistake elsewhere, or in one model or engine, does not hide one
 * between the others.
 */
import { z } from 'zod';
import type { ConfigProblem } from '../../platform/configuration/problem.ts';
import { catalogueFrom } from './catalogue.ts';
import { configSchema } from './config-schema.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Of the engines only their names count here. */
const CATALOGUE_PART = configSchema
  .pick({ catalogue: true, defaultModel: true, models: true, aliases: true, embedded: true })
  .extend({ engines: z.record(z.string(), z.unknown()).default({}) });

/** The problems between models, engines and aliases that do not follow from a mistake in one of them. */
export function catalogueProblems(settings: Settings): readonly ConfigProblem[] {
  const { catalogue, defaultModel, engines, models, aliases, embedded } = settings;
  const written = { catalogue, defaultModel, engines, models, aliases, embedded };
  const read = CATALOGUE_PART.safeParse(written);
  if (read.success) return catalogueFrom(read.data).problems;
  const mistaken = read.error.issues.flatMap(placesOf);
  if (mistaken.some(([name, id]) => (name !== 'models' && name !== 'aliases') || id === undefined)) return [];
  const rest = CATALOGUE_PART.safeParse(mistaken.reduce<object>(without, written));
  return rest.success ? withoutConsequences(catalogueFrom(rest.data).problems, mistaken) : [];
}

type Place = readonly string[];

function placesOf(issue: z.core.$ZodIssue): readonly Place[] {
  const place = issue.path.map(String);
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...place, key]) : [place];
}

/** What is written, without the model's field, or the alias, that is mistaken. */
function without(written: object, [name = '', id = '', field]: Place): object {
  const { [id]: one, ...others } = Reflect.get(written, name) as Record<string, object>;
  if (one === undefined || field === undefined) return { ...written, [name]: others };
  const { [field]: _, ...rest } = one as Settings;
  return { ...written, [name]: { ...others, [id]: rest } };
}

/** Nothing is said of a model that has a mistake itself, or of what names it. */
function withoutConsequences(problems: readonly ConfigProblem[], mistaken: readonly Place[]): readonly ConfigProblem[] {
  const ids = mistaken.map(([, id]) => id!);
  return problems.filter(({ path, sentence }) => !ids.some((id) => path[1] === id || sentence.includes(`"${id}"`)));
}
