/** Work that comes again and again, more rarely while there is nothing to do: each turn wakes the processor. */

type Paced = {
  /** The pace may be another one now. */
  again(): void;
  end(): void;
};

/** `paceMs` is asked after each turn. The timer does not keep the process alive. */
export function paced(work: () => void, paceMs: () => number): Paced {
  let everyMs = paceMs();
  const turn = () => {
    work();
    again();
  };
  const again = () => {
    const wantedMs = paceMs();
    if (wantedMs === everyMs) return;
    clearInterval(timer);
    everyMs = wantedMs;
    timer = setInterval(turn, everyMs).unref();
  };
  let timer = setInterval(turn, everyMs).unref();
  return { again, end: () => clearInterval(timer) };
}
