/** A browser's storage with so much room. */
export function storageOf(charactersMax = 1_000_000) {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (at: number) => [...values.keys()][at] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    removeItem: (key: string) => void values.delete(key),
    setItem: (key: string, text: string) => {
      const used = [...values].reduce((sum, [name, value]) => sum + (name === key ? 0 : value.length), 0);
      if (used + text.length > charactersMax) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, text);
    },
  };
}
