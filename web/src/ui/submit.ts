/** One thing done on the server: whether it runs, and what went wrong. */
import { useCallback, useState } from 'react';

type Submit<Values extends readonly unknown[]> = {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly clear: () => void;
  /** Resolves to whether it worked. Twice at once is once. */
  readonly run: (...values: Values) => Promise<boolean>;
};

export function useSubmit<Values extends readonly unknown[]>(
  work: (...values: Values) => Promise<unknown>,
): Submit<Values> {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const clear = useCallback(() => setError(undefined), []);
  const run = async (...values: Values): Promise<boolean> => {
    if (isBusy) return false;
    setIsBusy(true);
    setError(undefined);
    try {
      await work(...values);
      return true;
    } catch (thrown) {
      setError(thrown);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, error, clear, run };
}
