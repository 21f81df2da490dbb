/** Work that comes again and again, more rarely while there is nothing to do: each turn wakes the processor. */

/** `paceMs` is asked after each turn. The timer does not keep the process alive. Returns how to end it. */
export function paced(work: () => void, paceMs: () => number): () => void {
  let everyMs = paceMs();
  const turn = () => {
    work();
    const wantedMs = paceMs();
    if (wantedMs === everyMs) return;
    clearInterval(timer);
    everyMs = wantedMs;
    timer = setInterval(turn, everyMs).unref();
  };
  let timer = setInterval(turn, everyMs).unref();
  return () => clearInterval(timer);
}
