/**
 * Changes that change nothing that anyone could see, each with its reason: they are not tried. One that no change of the
 * file is any more ends the run, so that the list has no past.
 */
/** [file, what becomes what, why] */
export const EQUIVALENT = [
  ['src/ledger/journal.ts', 'other < 0', 'other <= 0', 'the first one is of its own server, so it is never found at 0'],
  [
    'src/ledger/lease-extensions.ts',
    'other < 0',
    'other <= 0',
    'the first one is of its own server, so it is never found at 0',
  ],
  ['src/ledger/lease-keeper.ts', 'freed.length > 0', 'freed.length >= 0', 'what is given back of none is not written'],
];
