/** A finding of doctor. `ok` with a `mend` is a note: it works, and could be better. */
export type Finding = { readonly ok: boolean; readonly what: string; readonly mend?: string };

export const fine = (what: string): Finding => ({ ok: true, what });
export const note = (what: string, mend: string): Finding => ({ ok: true, what, mend });
export const wrong = (what: string, mend: string): Finding => ({ ok: false, what, mend });

/** The failure in the words of the part that failed, without what it said to others. */
export const saidBy = (error: unknown): string => (error instanceof Error ? error.message : String(error));
