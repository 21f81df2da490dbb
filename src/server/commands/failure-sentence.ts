/** Refusals of the machine or the database, in one sentence for the operator: a stack trace says less. */

/** `place` names the data folder or the database. Returns nothing for unforeseen failures. */
export function failureSentence(thrown: unknown, place: string): string | undefined {
  for (const error of causesOf(thrown)) {
    const said = `${codeOf(error)} ${error.message}`;
    const found = SENTENCES.find(([pattern]) => pattern.test(said));
    if (found) return found[1](pathOf(error) ?? place, error);
  }
  return undefined;
}

type Sentence = (place: string, error: Error) => string;

const SENTENCES: readonly (readonly [RegExp, Sentence])[] = [
  [
    /\b(?:ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|53100)\b|database or disk is full/,
    (place) => `The disk of ${place} is full: make room there and try again.`,
  ],
  [
    /\b(?:EACCES|EPERM|EROFS|SQLITE_READONLY\w*|SQLITE_CANTOPEN\w*|SQLITE_PERM)\b|readonly database|unable to open database/,
    (place) => `${place} cannot be written: give it to the user who runs this, or choose another place.`,
  ],
  [
    /\bSQLITE_BUSY\w*\b|database is locked/,
    (place) => `Another process keeps ${place} locked: try again when it is done.`,
  ],
  [
    /\b(?:EIO|SQLITE_IOERR\w*)\b|disk I\/O error/,
    (place) => `The disk of ${place} fails or is full: look at the log of the system, make room, and try again.`,
  ],
  [
    /\b(?:SQLITE_CORRUPT\w*|SQLITE_NOTADB)\b|file is not a database|malformed/,
    (place) => `${place} is damaged or no database of ours: restore a backup.`,
  ],
  [
    /\b22003\b|integer overflow|out of range/,
    (place) => `An amount in ${place} would be out of range: nothing was changed. "boreal audit" tells more.`,
  ],
  [/\b(?:ENOTDIR|EISDIR|ENOENT|EEXIST)\b/, (place, { message }) => `${place} cannot be used: ${message}.`],
  [
    /\b(?:ECONNREFUSED|ENOTFOUND|ERR_POSTGRES_CONNECTION\w*|NoConnection|57P0\d|08\d\d\d)\b|No connection to PostgreSQL/,
    (place, { message }) => `${place} cannot be reached: ${message.replace(/\.$/, '')}.`,
  ],
  [/\b(?:28\w{3}|3D000|42501)\b/, (place, { message }) => `${place} refuses us: ${message.replace(/\.$/, '')}.`],
];

/** The error, and what it says that it came from. */
function causesOf(thrown: unknown): readonly Error[] {
  const found: Error[] = [];
  let next = thrown;
  while (next instanceof Error && found.length < 5) {
    found.push(next);
    const { details } = next as { readonly details?: { readonly cause?: unknown } };
    next = next.cause ?? details?.cause;
  }
  return found;
}

const pathOf = (error: Error): string | undefined => {
  const { path } = error as { readonly path?: unknown };
  return typeof path === 'string' ? path : undefined;
};

function codeOf(error: Error): string {
  const { code = '', errno = '' } = error as { readonly code?: unknown; readonly errno?: unknown };
  return `${error.name} ${code} ${errno}`;
}
