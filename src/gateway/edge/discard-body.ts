/**
 * Reads what is left of a refused request's body and throws it away. Many clients send all of a body before they read:
 * an answer followed by a closed connection breaks their writing, and they never see it.
 *
 *   refused → read and discard, up to a number of bytes, a time, and a silence → answer
 *                                                            and something is left → linger: see `server.ts`
 */
import type { Limits } from '../../core/limits.ts';

export type DiscardLimits = Pick<Limits, 'discardBytesMax' | 'discardMs'>;

/** A client that sends nothing waits for its answer. */
const SILENT_MS_MAX = 1000;

/** Resolves with whether nothing of the body is left. */
export async function discardBody(request: Request, limits: DiscardLimits): Promise<boolean> {
  if (!announcesBody(request.headers)) return true;
  // The body is being read as a whole, or was: `bodyUsed` is also true for one that was read in part.
  if (request.bodyUsed && request.body?.locked !== false) return true;
  const reader = request.body?.getReader();
  if (!reader) return true;
  const untilMs = performance.now() + limits.discardMs;
  let bytes = 0;
  try {
    while (bytes <= limits.discardBytesMax) {
      const waitMs = Math.min(SILENT_MS_MAX, untilMs - performance.now());
      const piece = waitMs > 0 ? await within(reader.read(), waitMs) : undefined;
      if (!piece) return false;
      if (piece.done) return true;
      bytes += piece.value.length;
    }
    return false;
  } catch {
    // The client has left, so nothing comes and nothing is read.
    return true;
  } finally {
    reader.releaseLock();
  }
}

const announcesBody = (headers: Headers): boolean =>
  (headers.get('content-length') ?? '0') !== '0' || headers.has('transfer-encoding');

async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
