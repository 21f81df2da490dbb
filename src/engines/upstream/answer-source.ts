import type { EngineEvent } from '../../core/chat.ts';

/** Reads an answer: the chunks of a stream, or a whole body. */
export interface AnswerSource {
  /** Reads one chunk or one whole body and adds what it says to `events`. */
  read(raw: unknown, events?: EngineEvent[]): EngineEvent[];
  /** Reads the data of events that have come together, up to the mark of the end; returns whether it was there. */
  readData(together: readonly string[], events: EngineEvent[]): boolean;
  /** Returns the events that were kept back and the end, once the engine has finished. */
  end(): EngineEvent[];
  /** The same for an answer that we end ourselves, before the engine has finished. */
  cut(): EngineEvent[];
}
