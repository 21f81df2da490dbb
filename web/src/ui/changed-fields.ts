/** The fields that differ from what the form was filled with: the rest stays as it is, also where it is a default. */
export function changedFields<Said extends object>(before: Said, after: Said): Partial<Said> {
  const fields = Object.entries(after) as [keyof Said, unknown][];
  const isSame = (name: keyof Said, value: unknown) => JSON.stringify(before[name]) === JSON.stringify(value);
  return Object.fromEntries(fields.filter(([name, value]) => !isSame(name, value))) as Partial<Said>;
}
