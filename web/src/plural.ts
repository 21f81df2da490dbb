/** The form of a noun beside a number. */

export const englishForm = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** 1 token, 2 tokeny, 5 tokenů. */
export function czechForm(count: number, one: string, few: string, many: string): string {
  if (count === 1) return one;
  return Number.isInteger(count) && count >= 2 && count <= 4 ? few : many;
}
