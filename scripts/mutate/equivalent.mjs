/**
 * Changes that change nothing that anyone could see, each with its reason: they are not tried. One that no change of the
 * file is any more ends the run, so that the list has no past.
 */
export const EQUIVALENT = [
  // [file, what becomes what, why]
];
