/** Lets everything else that waits for the loop go first. For work that would otherwise hold it for too long. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
