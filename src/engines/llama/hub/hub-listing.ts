/** The files of a repository of the hub, and which of them are meant by a reference. */
import { formatHubReference, type HubReference, isSafePath } from '../../../core/model-reference.ts';
import { ModelFetchFailure } from './model-fetch-failure.ts';

export type HubFile = {
  /** The path in the repository. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
};

type HubListing = {
  /** The commit that the revision meant when it was asked. */
  readonly commit: string;
  readonly files: readonly HubFile[];
};

const PREFERRED = 'Q4_K_M';
const PART = /-(\d{5})-of-(\d{5})(?=\.gguf$)/i;
/** GGUF files that are no models: eyes and ears of one, and statistics about one. */
const ACCESSORY = /(?:^|\/)(?:mmproj|imatrix)|[-._]imatrix\.gguf$/i;
const CHOICES_SHOWN_MAX = 40;

/** Reads the hub's answer for a revision, of which only whole entries of GGUF files count. */
export function readListing(answer: unknown, repository: string): HubListing {
  const { sha, siblings } = (answer ?? {}) as { readonly sha?: unknown; readonly siblings?: unknown };
  if (typeof sha !== 'string' || !/^[0-9a-f]{7,64}$/.test(sha) || !Array.isArray(siblings)) {
    throw new ModelFetchFailure(`The hub's answer about ${repository} is not a list of files.`, 'passing');
  }
  return { commit: sha, files: siblings.flatMap(readFile) };
}

type Sibling = { readonly rfilename?: unknown; readonly lfs?: { readonly sha256?: unknown; readonly size?: unknown } };

function readFile(entry: unknown): readonly HubFile[] {
  const { rfilename: path, lfs } = (entry ?? {}) as Sibling;
  const { sha256, size: bytes } = lfs ?? {};
  if (typeof path !== 'string' || !/\.gguf$/i.test(path) || !isSafePath(path)) return [];
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return [];
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 1) return [];
  return [{ path, bytes, sha256 }];
}

/** The files that are meant, the one to load first; a model may be split into several. */
export function chooseFiles(reference: HubReference, { files }: HubListing): readonly HubFile[] {
  const models = modelsIn(files);
  const wanted = formatHubReference(reference);
  if (reference.file !== undefined) return findNamed(reference, models, files);
  const candidates = models.filter(([first]) => !ACCESSORY.test(first!.path));
  if (candidates.length === 0) {
    throw new ModelFetchFailure(
      `${reference.repository} has no GGUF model: take a repository with .gguf files, which often ends in -GGUF.`,
    );
  }
  const { quantization = PREFERRED } = reference;
  const fitting = candidates.filter(([first]) => hasQuantization(first!.path, quantization));
  if (fitting.length === 1) return fitting[0]!;
  if (reference.quantization === undefined && candidates.length === 1) return candidates[0]!;
  const why = fitting.length > 1 ? `${quantization} fits several files` : `no file has ${quantization} in its name`;
  throw new ModelFetchFailure(`${wanted} is not clear: ${why}. ${choicesOf(reference, fitting, candidates)}`);
}

function findNamed(
  reference: HubReference,
  models: readonly (readonly HubFile[])[],
  files: readonly HubFile[],
): readonly HubFile[] {
  const model = models.find((parts) => parts.some(({ path }) => path === reference.file));
  if (model) return model;
  const isPart = files.some(({ path }) => path === reference.file);
  throw new ModelFetchFailure(
    isPart
      ? `${reference.repository} does not have all parts of ${reference.file}.`
      : `${reference.repository} has no file ${reference.file}. ${choicesOf(reference, [], models)}`,
  );
}

/** Files that belong together, in the order of their parts; a model with a missing part is left out. */
function modelsIn(files: readonly HubFile[]): readonly (readonly HubFile[])[] {
  const whole = files.filter(({ path }) => !PART.test(path)).map((file) => [file]);
  const groups = Map.groupBy(
    files.filter(({ path }) => PART.test(path)),
    ({ path }) => path.replace(PART, (_, _part, count: string) => `-of-${count}`),
  );
  const split = [...groups.values()]
    .map((parts) => parts.toSorted((a, b) => partOf(a) - partOf(b)))
    .filter((parts) => parts.length === countOf(parts[0]!) && parts.every((part, i) => partOf(part) === i + 1));
  return [...whole, ...split].toSorted(([a], [b]) => (a!.path < b!.path ? -1 : 1));
}

const partOf = ({ path }: HubFile): number => Number(PART.exec(path)?.[1]);
const countOf = ({ path }: HubFile): number => Number(PART.exec(path)?.[2]);

/** Whole words only: Q4_K is not Q4_K_M. A folder may carry the name as well. */
function hasQuantization(path: string, quantization: string): boolean {
  const name = path.replace(PART, '').replace(/\.gguf$/i, '/');
  return new RegExp(`(?:^|[-._/])${quantization}/`, 'i').test(name);
}

function choicesOf(
  { repository }: HubReference,
  fitting: readonly (readonly HubFile[])[],
  all: readonly (readonly HubFile[])[],
): string {
  const names = (fitting.length > 0 ? fitting : all).map(([first]) => first!.path);
  if (names.length === 0) return `It has no .gguf file.`;
  const shown = names.slice(0, CHOICES_SHOWN_MAX).map((path) => `\n  hf:${repository}/${path}`);
  return `Write one of:${shown.join('')}${names.length > shown.length ? '\n  …' : ''}`;
}
