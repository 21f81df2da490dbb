/**
 * A dialect is a wire format in which clients ask for a chat: a reader (body → ChatRequest) and a writer (events → JSON
 * or frames of a stream). Everything between the two is the same for all of them.
 */
import type { AnswerEvents, AnswerHead, ChatRequest, JsonObject } from '../core/chat.ts';
import type { ServiceError } from '../core/errors.ts';
import type { RequestRules } from './chat/chat-request.ts';

/** `name` belongs to the fingerprint of a request: a repeat in another dialect is another request. */
export type DialectName =
  | 'chat'
  | 'completions'
  | 'responses'
  | 'responses-compact'
  | 'conversation'
  | 'embeddings'
  | 'messages'
  | 'messages-count';

/** The request of a body. `form` is what the writer must know of it; plain data, because it may come from a thread. */
export type Asked<Form> = {
  readonly chat: ChatRequest;
  readonly form: Form;
  /** Wishes that are not granted, in words for the caller: the answer has them in a header. */
  readonly warnings?: readonly string[];
  /** How much of the body is pictures and documents, where the messages of the chat are not known yet. */
  readonly attachedBytes?: number;
};

export type ReadBody<Form> = (body: JsonObject) => Asked<Form>;

type JsonBody = JsonObject | readonly string[];

export type Dialect<Form> = {
  readonly name: DialectName;
  /** The field that limits an answer, and whether its clients mean as much as there is. */
  readonly limit: { readonly field: string; readonly isHint: boolean };
  /** Made once for some rules. Throws what the caller did wrong, in the names that this dialect has for things. */
  createReader(rules: RequestRules): ReadBody<Form>;
  /** An object, or its JSON where it may be so large that it is written as it comes: one piece, or many of a long one. */
  toBody(events: AnswerEvents, head: AnswerHead, form: Form): JsonBody | Promise<JsonBody>;
  toStream(events: AnswerEvents, head: AnswerHead, form: Form): WrittenStream & { readonly frames: FrameTexts };
};

/**
 * Frames that have come together are one text. The last one, with all that closes the stream, is returned and not yielded: it
 * is written together with the end. Undefined for a stream that was left.
 */
export type FrameTexts = AsyncGenerator<string, string | undefined>;

/** A stream as its client reads it. */
export type WrittenStream = {
  readonly frames: Pick<FrameTexts, 'next' | 'return'>;
  /** Keeps a connection alive whose engine is silent. */
  readonly ping: Uint8Array;
  /** The last frame of a stream that fails after it has begun. */
  failure(error: ServiceError): string;
};
