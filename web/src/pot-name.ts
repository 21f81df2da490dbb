/** The name by which people know a pot. The ledger knows plans by their id, and most packages by no name of their own. */
import { presetName } from './plan-names.ts';

const UNNAMED = ['credit', 'package'];

/** The kind of the pot in the person's language, and its name where it has one: `Plan Pro`, `Package`. */
export function potName(kind: string, label: string, planName: (id: string) => string = presetName): string {
  const name = ownNameOf(label, planName);
  return name === undefined ? kind : `${kind} ${name}`;
}

/** Undefined where the label only says what kind of pot it is. */
export const ownNameOf = (label: string, planName: (id: string) => string = presetName): string | undefined =>
  label === '' || UNNAMED.includes(label) ? undefined : planName(label);
