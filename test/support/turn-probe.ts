/**
 * Loaded before the program of a server (`BUN_OPTIONS=--preload=…`), this measures the turns of its serving loop: the
 * processor time of the serving thread between two calls of a timer of a millisecond. The loop calls it at the end of the
 * turn in which it is due, so what is measured is the longest turn, and a millisecond of short ones before it at most.
 * Processor time does not depend on what else the machine does; `setImmediate` would have the loop go round without rest.
 * It listens on the Unix socket `TEST_TURN_PROBE`: `/begin` forgets what was, `/end` answers with the longest turn since
 * then, in milliseconds.
 */
import { dlopen, FFIType, ptr } from 'bun:ffi';
import { isMainThread } from 'node:worker_threads';

const CLOCK_THREAD_CPUTIME_ID = 3;
const LOOK_MS = 1;

const path = process.env.TEST_TURN_PROBE;
if (isMainThread && path) listen(path);

function listen(unix: string): void {
  const cpuMs = threadClock();
  let longestMs = 0;
  let turnBeganMs = 0;
  let next: ReturnType<typeof setTimeout> | undefined;

  const look = (): void => {
    const nowMs = cpuMs();
    longestMs = Math.max(longestMs, nowMs - turnBeganMs);
    turnBeganMs = nowMs;
    next = setTimeout(look, LOOK_MS);
  };

  const server = Bun.serve({
    unix,
    fetch(request) {
      if (request.url.endsWith('/end')) {
        look();
        clearTimeout(next);
        return Response.json(longestMs);
      }
      clearTimeout(next);
      // The turns before the first one are not of interest.
      setImmediate(() => {
        longestMs = 0;
        turnBeganMs = cpuMs();
        look();
      });
      return new Response();
    },
  });
  server.unref();
}

/** To the nanosecond: what `process.threadCpuUsage` tells grows by the ticks of the system, of 4 ms. */
function threadClock(): () => number {
  const libc = dlopen('libc.so.6', { clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } });
  const time = new BigInt64Array(2);
  const where = ptr(time);
  return () => {
    libc.symbols.clock_gettime(CLOCK_THREAD_CPUTIME_ID, where);
    return Number(time[0]) * 1000 + Number(time[1]) / 1e6;
  };
}
