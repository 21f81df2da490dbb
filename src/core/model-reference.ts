/** Where a model's weights are: a file of the operator's, or a file in a repository of the hub. */

export type HubReference = {
  readonly kind: 'hub';
  /** `owner/name`. */
  readonly repository: string;
  /** A branch, tag or commit. */
  readonly revision: string;
  /** The path of the file in the repository. Without it, and without a quantization, the choice is made from its list. */
  readonly file?: string;
  readonly quantization?: string;
};

type ModelReference =
  | { readonly kind: 'file'; readonly path: string }
  | HubReference
  | { readonly kind: 'problem'; readonly problem: string };

const DEFAULT_REVISION = 'main';

const HUB_HOSTS = ['huggingface.co', 'hf.co'];
const HUB_ADDRESS = /^(?:huggingface\.co|hf\.co)\//i;
const FORMS = 'hf:owner/name, hf:owner/name:Q4_K_M or hf:owner/name/file.gguf';

/** The hub's own rule for names of owners and repositories. */
const NAME = /^[A-Za-z0-9](?:[\w.-]{0,94}[A-Za-z0-9_])?$/;
const REVISION = /^(?:refs\/(?:pr|convert)\/)?[A-Za-z0-9][\w.-]{0,127}$/;
const QUANTIZATION = /^[A-Za-z0-9][\w-]{0,63}$/;
const GGUF = /\.gguf$/i;
const SEGMENT = /^[^/\\:*?"<>|\p{Cc}]{1,255}$/u;
const PATH_SEGMENTS_MAX = 16;

/** Reads what an operator writes as a model. Whatever does not name the hub is a path. */
export function parseModelReference(text: string): ModelReference {
  const written = text.trim();
  if (written === '') return problem('A model reference is empty.');
  if (/^https?:/i.test(written)) return parseAddress(written);
  if (/^hf:/i.test(written)) return parseShort(written.slice(3).replace(/^\/\//, ''), written);
  if (HUB_ADDRESS.test(written)) return parseShort(written.replace(HUB_ADDRESS, ''), written);
  return { kind: 'file', path: written };
}

/** The shortest text that means the same; equal references have equal texts. */
export function formatHubReference({ repository, revision, file, quantization }: HubReference): string {
  const at = revision === DEFAULT_REVISION ? '' : `@${encodeURIComponent(revision)}`;
  const what = file !== undefined ? `/${file}` : quantization !== undefined ? `:${quantization.toUpperCase()}` : '';
  return `hf:${repository}${at}${what}`;
}

/** A path that stays inside the folder it is resolved in. The hub's own lists are checked with it too. */
export function isSafePath(path: string): boolean {
  const segments = path.split('/');
  return segments.length <= PATH_SEGMENTS_MAX && segments.every((one) => SEGMENT.test(one) && !/^\.{1,2}$/.test(one));
}

/** `owner/name[@revision]`, then nothing, `:quantization`, `:file.gguf` or `/path/file.gguf`. */
function parseShort(rest: string, written: string): ModelReference {
  const parts = /^([^/@:]+)\/([^/@:]+)(?:@([^/:]+))?(?:([/:])(.*))?$/s.exec(rest);
  if (!parts) return problem(`"${written}" is not a model on the hub: write ${FORMS}.`);
  const [, owner = '', name = '', revision = DEFAULT_REVISION, mark, tail = ''] = parts;
  const repository = `${owner}/${name}`;
  const decoded = decode(revision);
  if (mark === undefined) return checkReference({ kind: 'hub', repository, revision: decoded }, written);
  if (mark === '/' || GGUF.test(tail))
    return checkReference({ kind: 'hub', repository, revision: decoded, file: tail }, written);
  // Ollama writes "latest" where nothing is chosen.
  if (tail === 'latest') return checkReference({ kind: 'hub', repository, revision: decoded }, written);
  return checkReference({ kind: 'hub', repository, revision: decoded, quantization: tail }, written);
}

/** An address as it is copied from a browser: `/owner/name`, or a file after `resolve` or `blob`. */
function parseAddress(written: string): ModelReference {
  const url = URL.parse(written);
  const host = url?.hostname.replace(/^www\./, '') ?? '';
  if (!url || !HUB_HOSTS.includes(host)) {
    return problem(`"${written}" is not an address of huggingface.co; other places are set with embedded.hub.`);
  }
  // Taken apart as written: the parser of addresses would quietly resolve "..", which has no good use here.
  const path = written.replace(/^https?:\/\/[^/]*\/?/i, '').replace(/[?#].*$/s, '');
  const [owner = '', name = '', how, revision, ...file] = path.split('/').map(decode);
  const repository = `${owner}/${name}`;
  if (how === undefined || how === '') {
    return checkReference({ kind: 'hub', repository, revision: DEFAULT_REVISION }, written);
  }
  if (how === 'tree' && file.length === 0) {
    return checkReference({ kind: 'hub', repository, revision: revision || DEFAULT_REVISION }, written);
  }
  if (!['resolve', 'blob', 'raw'].includes(how) || file.length === 0) {
    return problem(`"${written}" does not lead to a file: write ${FORMS}.`);
  }
  return checkReference({ kind: 'hub', repository, revision: revision ?? '', file: file.join('/') }, written);
}

function checkReference(reference: HubReference, written: string): ModelReference {
  const { repository, revision, file, quantization } = reference;
  const names = repository.split('/');
  if (names.length !== 2 || names.some((name) => !NAME.test(name) || /--|\.\./.test(name))) {
    return problem(`"${written}" does not name a repository as owner/name: write ${FORMS}.`);
  }
  if (!REVISION.test(revision) || revision.includes('..')) {
    return problem(`"${written}" names a revision that cannot be one: "${revision}".`);
  }
  if (file !== undefined && !isSafePath(file))
    return problem(`"${written}" names a file that cannot be one: "${file}".`);
  if (file !== undefined && !GGUF.test(file)) return problem(`"${written}" names ${file}, which is not a .gguf file.`);
  if (quantization !== undefined && !QUANTIZATION.test(quantization)) {
    return problem(`"${written}" names a quantization that cannot be one: "${quantization}".`);
  }
  return reference;
}

/** A name with a broken escape is left as it is, and refused for its percent sign. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const problem = (sentence: string): ModelReference => ({ kind: 'problem', problem: sentence });
