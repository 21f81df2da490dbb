/**
 * How one request is followed: a tree of spans, each with a name, a beginning, an end and a few facts. A span is handed
 * along the path of its request, as an argument. Without tracing it is `NO_SPAN`, which takes everything, keeps
 * nothing and makes nothing, so that no step has to ask.
 *
 * The contents of a span leave the house: names from our own lists, ids and numbers, never texts of people.
 */
import { ServiceError } from './errors.ts';

export type SpanValue = string | number | boolean | readonly string[];

export interface Span {
  /** For lines of the log that are about this request: its trace id, or nothing. */
  readonly logFields: Readonly<Record<string, string>>;
  /** For the next server on the way, so that its spans belong to this one; or nothing. */
  readonly headers: Readonly<Record<string, string>>;
  child(name: string, how?: SpanBeginning): Span;
  set(name: string, value: SpanValue): void;
  /** Something that happened at this moment. */
  event(name: string, facts?: Readonly<Record<string, SpanValue>>): void;
  /** It went wrong; `type` is one word of a short list. */
  fail(type: string): void;
  /** The first end counts. What comes later is not seen any more. */
  end(agoMs?: number): void;
}

export type SpanBeginning = {
  /** `client`: it waits for the answer of another service. */
  readonly kind?: 'client' | 'internal';
  /** For what is known only afterwards. */
  readonly agoMs?: number;
};

export interface Tracer {
  /** The span of a request that has come in, in the trace that its headers name or in a new one. */
  begin(headers: { get(name: string): string | null }): Span;
}

const NOTHING: Readonly<Record<string, string>> = Object.freeze({});

export const NO_SPAN: Span = Object.freeze<Span>({
  logFields: NOTHING,
  headers: NOTHING,
  child: () => NO_SPAN,
  set() {},
  event() {},
  fail() {},
  end() {},
});

export const NO_TRACER: Tracer = Object.freeze<Tracer>({ begin: () => NO_SPAN });

/** Ends the span of a step with the step, whatever comes of it. */
export function traceStep<T>(span: Span, step: Promise<T>): Promise<T> {
  if (span === NO_SPAN) return step;
  return step.then(
    (value) => {
      span.end();
      return value;
    },
    (thrown: unknown) => {
      blame(span, thrown);
      span.end();
      throw thrown;
    },
  );
}

/** Says in one word why something did not come about. A refusal is an answer, and no failure of the step that gives it. */
function blame(span: Span, thrown: unknown): void {
  if (thrown instanceof ServiceError) span.set('error.type', thrown.code);
  else span.fail(thrown instanceof Error ? thrown.name : 'unknown');
}
