/**
 * A stream whose engine thinks for long begins before its first token, so that proxies on the way do not give up: with
 * the head, and comment lines until there is something to say. A failure after that is the last frame of the stream.
 */
import type { ServiceError } from '../../core/errors.ts';
import type { FrameTexts, WrittenStream } from '../../dialects/dialect.ts';
import { PING, PING_BYTES } from '../../platform/http/sse.ts';

/** A stream with what its frames have given first. */
export type OpenedStream = {
  readonly written: WrittenStream;
  readonly first: Awaited<ReturnType<WrittenStream['frames']['next']>>;
};

/** What comes within the time; undefined where nothing does. */
export async function within<T>(ms: number, coming: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, ms, undefined);
  try {
    return await Promise.race([coming, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A stream that is still to come, begun with a comment line. `failureBefore` says what it says if it never comes. */
export function earlyStream(
  coming: Promise<OpenedStream>,
  failureBefore: (error: ServiceError) => string,
): OpenedStream {
  let begun: WrittenStream | undefined;

  async function* texts(): FrameTexts {
    const { written, first } = await coming;
    begun = written;
    let next = first;
    while (!next.done) {
      yield next.value;
      next = await written.frames.next();
    }
    return next.value;
  }

  const all = texts();
  /** It may be left before anything was asked of it: what comes then is left, too. */
  const leave = (value: string | undefined) => {
    coming.then(
      ({ written }) => written.frames.return(undefined),
      () => {},
    );
    return all.return(value);
  };
  const written = {
    frames: { next: () => all.next(), return: leave },
    ping: PING_BYTES,
    failure: (error: ServiceError) => (begun ? begun.failure(error) : failureBefore(error)),
  };
  return { written, first: { done: false, value: PING } };
}
