import { ServiceError } from '../../core/errors.ts';
import type { Limits } from '../../core/limits.ts';

/** A long body as it comes. It may take its time, but not be silent for longer than a usual body may take. */
export async function* readChunks(
  request: Request,
  { bodyMs }: Pick<Limits, 'bodyMs'>,
): AsyncGenerator<Uint8Array, void> {
  const reader = request.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(tooSlow(bodyMs)), bodyMs);
      const next = await Promise.race([reader.read(), late]).finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    reader.releaseLock();
  }
}

const tooSlow = (bodyMs: number): ServiceError =>
  new ServiceError('body_too_slow', `Nothing of the request body came for ${bodyMs / 1000} seconds.`);
