/** Runs one piece of work at a time, in the order in which they come; one that fails keeps no other from its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
