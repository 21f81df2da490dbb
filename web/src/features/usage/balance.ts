/** The arithmetic of a statement, made visible. */
import type { StatementView } from '../../../../src/features/usage/contract.ts';
import { czkOf, nanosOf, sumCzk } from '../../czk.ts';

type Balance = {
  readonly openingCzk: string;
  /** The credit that was added, less what was taken back. */
  readonly movedCzk: string;
  /** Negative, because it is taken away. */
  readonly chargedCzk: string;
  readonly closingCzk: string;
};

export function balanceOf(statement: StatementView): Balance {
  return {
    openingCzk: statement.openingCzk,
    movedCzk: sumCzk(statement.movements.flatMap(({ czk }) => (czk === null ? [] : [czk]))),
    chargedCzk: czkOf(-nanosOf(statement.chargedCzk)),
    closingCzk: statement.closingCzk,
  };
}

/** The month before or after, such as 2025-12 for 2026-01. */
export function monthBeside(month: string, distance: 1 | -1): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + distance, 1)).toISOString().slice(0, 7);
}

export const isMonth = (text: string): boolean => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);
