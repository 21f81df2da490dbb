/** A chat as the service sees it: no wire names, no engine's habits. */
import type { Nanos } from './money.ts';
import type { Tier } from './tiers.ts';

export type JsonObject = { readonly [key: string]: unknown };

export type ToolCall = {
  readonly id: string;
  readonly name: string;
  /** JSON text, exactly as the model wrote it: a model may write broken JSON, and that is the caller's to see. */
  readonly arguments: string;
};

/** A picture or a document in a message. It is passed on as it came: nothing of it is decoded, and nothing fetched. */
export type Attachment = {
  readonly type: 'image' | 'file';
  readonly source: AttachedBytes | { readonly url: string };
  /** The field of the request that it is in, as `messages[3].content[1]`. */
  readonly at: string;
  /** Of a picture, where its first bytes tell. */
  readonly size?: { readonly width: number; readonly height: number };
  /** How closely the model shall look, in the caller's word. */
  readonly detail?: string;
  /** Of a document. */
  readonly name?: string;
  readonly cache?: CacheTtl;
};

export type AttachedBytes = {
  readonly mediaType: string;
  /** Base64, as ASCII, in memory that threads share: it can have many megabytes. It needs no escaping in JSON. */
  readonly base64: Uint8Array;
};

/** The most tokens that a model makes of one picture or document, however large it is. */
export type AttachmentBounds = { readonly imageTokens: number; readonly fileTokens: number };

export type Part = ({ readonly type: 'text' } & MarkedText) | Attachment;

/**
 * A thought with the seal of the engine that had it. Only that engine can read or check it, so it goes back as it was, to
 * the letter.
 */
export type SealedThought =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string };

/** How long the beginning of a prompt is to be cached, up to a mark that its caller has set. */
export type CacheTtl = '5m' | '1h';

/** A text, and the mark behind it. */
export type MarkedText = { readonly text: string; readonly cache?: CacheTtl };

/** A part of a turn of the assistant. */
export type TurnPart =
  | ({ readonly type: 'text' } & MarkedText)
  | { readonly type: 'call'; readonly call: ToolCall; readonly cache?: CacheTtl }
  | SealedThought;

/** `content` is all that is text, with a note in the place of each attachment; `parts` is there where there are any. */
export type Message =
  | {
      readonly role: 'system' | 'user';
      readonly content: string;
      readonly parts?: readonly Part[];
      readonly name?: string;
      /** All of its text, where marks of caches are in it and it has no attachments. */
      readonly marked?: readonly MarkedText[];
    }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly name?: string;
      readonly toolCalls: readonly ToolCall[];
      /** All of the turn in its order, where sealed thoughts or marks of caches are a part of it. */
      readonly turn?: readonly TurnPart[];
    }
  | {
      readonly role: 'tool';
      readonly content: string;
      readonly parts?: readonly Part[];
      readonly toolCallId: string;
      readonly cache?: CacheTtl;
    };

/** The attachments of a message with the texts between them; undefined where it has text only. */
export const partsOf = (message: Message): readonly Part[] | undefined =>
  message.role === 'assistant' ? undefined : message.parts;

export const isAttachment = (part: Part): part is Attachment => part.type !== 'text';

/** How much of a request its attachments are. */
export const attachedBytesIn = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + bytesOfAttached(partsOf(message) ?? []), 0);

const bytesOfAttached = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => {
    const isSent = isAttachment(part) && 'base64' in part.source;
    return isSent ? sum + (part.source as AttachedBytes).base64.length : sum;
  }, 0);

export type Tool = {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters?: JsonObject;
  readonly strict?: boolean;
  readonly cache?: CacheTtl;
};

/** `oneOf` names the functions of which one must be called. */
export type ToolChoice =
  | { readonly mode: 'none' | 'auto' | 'required' }
  | { readonly mode: 'oneOf'; readonly names: readonly string[] };

export type ResponseFormat =
  | { readonly type: 'text' | 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly name: string;
      readonly description?: string;
      readonly schema?: JsonObject;
      readonly strict?: boolean;
    };

export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';

/** The wish of a caller, or of its model, about thinking. */
export type Thinking = {
  readonly mode: 'on' | 'off';
  /** The most tokens of it; engines that know only efforts get one that fits. */
  readonly budgetTokens?: number;
  /** `omitted`: the thoughts themselves need not be told. */
  readonly display?: string;
};

/** Texts, or texts as token ids, to turn into vectors. */
export type EmbeddingRequest = {
  readonly inputs: readonly (string | readonly number[])[];
  readonly dimensions?: number;
  /** How the vectors are wanted. The engine is asked for the same, so that mostly nothing is converted. */
  readonly encoding: 'float' | 'base64';
};

/** Numbers, or their little-endian 32-bit form in base64. */
export type Vector = readonly number[] | string;

/** Parameters that some engines take beside the common ones, by the names that engines have for them. */
export const EXTRA_NAMES = [
  ...(['top_k', 'min_p', 'repetition_penalty', 'chat_template_kwargs', 'verbosity', 'prompt_cache_key'] as const),
  'prediction',
] as const;
export type ExtraName = (typeof EXTRA_NAMES)[number];
export type Extras = {
  readonly top_k?: number;
  readonly min_p?: number;
  readonly repetition_penalty?: number;
  readonly chat_template_kwargs?: Readonly<Record<string, string | number | boolean>>;
  readonly verbosity?: string;
  /** Names prompts that begin alike; an engine gets it together with the account. */
  readonly prompt_cache_key?: string;
  readonly prediction?: Prediction;
};

/** Text that much of the answer will repeat. Engines that use it bill what the answer does not have as output. */
export type Prediction = {
  readonly type: 'content';
  readonly content: string | readonly { readonly type: 'text'; readonly text: string }[];
};

/** What a caller says of a request for itself, and which response it makes. It is kept with the receipt, and no engine gets it. */
export type RequestNote = {
  /** The caller's own name for the person whom the request is for. */
  readonly user?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** The response that is made in the background. */
  readonly responseId?: string;
};

/** `default`: the model at its price. */
export type AnswerTier = Tier | 'default';

/** The caller's request, checked. An absent field means that the caller left it to us. */
export type ChatRequest = {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly maxOutputTokens?: number;
  /** How many answers are wanted; one where it is missing. */
  readonly choices?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly responseFormat?: ResponseFormat;
  readonly logprobs?: boolean;
  readonly topLogprobs?: number;
  readonly logitBias?: Readonly<Record<string, number>>;
  readonly tools?: readonly Tool[];
  readonly toolChoice?: ToolChoice;
  readonly parallelToolCalls?: boolean;
  readonly reasoningEffort?: ReasoningEffort;
  readonly thinking?: Thinking;
  /** All of the prompt is to be cached. */
  readonly cache?: CacheTtl;
  readonly user?: string;
  /** Said only where the caller has asked for a tier, or for none: then the answer says which it was. */
  readonly tier?: AnswerTier;
  readonly note?: RequestNote;
  readonly extras?: Extras;
  /** The caller knows only the older form of a tool call, of which an answer has one. */
  readonly callsInOlderForm?: boolean;
  /** Vectors are wanted instead of an answer; there are no messages then. */
  readonly embedding?: EmbeddingRequest;
  /** Only the tokens of the input are to be counted: the answer is a count and the end. */
  readonly countsOnly?: true;
  /** The model reads the attachments of messages, so their `parts` are sent; without it, their `content` is. */
  readonly sendsParts?: AttachmentBounds;
  /** Only of a large chat; see `writtenOf`. */
  readonly written?: WrittenChat;
};

/**
 * A large chat as its engine takes it, and what must be known of it: made where the chat was read, so that the thread
 * that serves all requests need not look through it again.
 */
type WrittenChat = Pick<ChatRequest, 'messages' | 'tools'> & {
  /** The end of the JSON for an engine, in UTF-8: every field of content, and the closing brace. */
  readonly content: Uint8Array;
  /** The same with the parts of messages, in pieces; only of a chat that has any. */
  readonly contentWithParts?: readonly Uint8Array[];
  readonly size: ChatSize;
};

/** The JSON that was written of this chat, unless its content was changed afterwards. */
export const writtenOf = ({ messages, tools, written }: ChatRequest): WrittenChat | undefined =>
  written?.messages === messages && written.tools === tools ? written : undefined;

/** The size of all that is text. */
export type ChatSize = {
  /** No engine can read more tokens than this out of the chat. */
  readonly inputTokensMax: number;
  /** A fair guess for an engine that never says. */
  readonly inputTokensGuess: number;
  /** The length of the texts of all messages. */
  readonly messageBytes: number;
};

/**
 * Tokens processed. Input that came out of a cache, and input that was written into one, are different parts of the input;
 * reasoning is part of the output.
 */
export type Usage = {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  /** Written for 5 minutes, and for an hour. Missing where nothing was, as mostly. */
  readonly cacheWrite5mTokens?: number;
  readonly cacheWrite1hTokens?: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** Tokens of a prediction that the answer has, and that it has not: the second are part of the output. Mostly missing. */
  readonly acceptedPredictionTokens?: number;
  readonly rejectedPredictionTokens?: number;
};

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** How an answer ended. */
export type Finish = {
  readonly finishReason: FinishReason;
  /** The stop sequence of the caller that has ended it; only some engines tell. */
  readonly stopSequence?: string;
  /** Where the caller wants its schema to be kept. */
  readonly structured?: StructuredResult;
};

/** The end of a request: of the only answer, or of the first one with `choices` for each of several. */
export type Ending = Finish & { readonly choices?: readonly Finish[] };

/**
 * The result of holding an answer against its schema. `repaired`: the engine was asked once more. `unchecked`: the schema
 * is too large, or takes too long.
 */
export type StructuredResult = 'held' | 'repaired' | 'failed' | 'unchecked';

/** The schema that an answer has to keep to. Without `strict` it is a hint to the engine. */
export const strictSchemaOf = ({ responseFormat: format }: ChatRequest): JsonObject | undefined =>
  format?.type === 'json_schema' && format.strict ? format.schema : undefined;

export type TokenLogprob = {
  readonly token: string;
  readonly logprob: number;
  readonly bytes: readonly number[] | null;
  readonly top: readonly {
    readonly token: string;
    readonly logprob: number;
    readonly bytes: readonly number[] | null;
  }[];
};

/** The steps of an engine before its first token, and how long each took. Told once, by engines of our own that were asked. */
export type EngineTimes = { readonly loadMs: number; readonly waitMs: number; readonly promptMs: number };

/** A part of an answer, as callers get it. Of several answers, `choice` says of which; the first where it is missing. */
export type Piece = (
  | { readonly type: 'text'; readonly text: string; readonly logprobs?: readonly TokenLogprob[] }
  | { readonly type: 'reasoning'; readonly text: string }
  /** The reasoning that has just come, or that is not shown, as the next turn has to bring it back. */
  | { readonly type: 'sealed-thought'; readonly thought: SealedThought }
  | { readonly type: 'tool-call-start'; readonly index: number; readonly id: string; readonly name: string }
  | { readonly type: 'tool-call-arguments'; readonly index: number; readonly text: string }
  | VectorPiece
) & { readonly choice?: number };

/** The vector of one input. Chats have none. */
type VectorPiece = { readonly type: 'vector'; readonly index: number; readonly vector: Vector };

/**
 * The events of an engine, in order: any number of pieces, then one `end`. A stream that stops without `end` has failed.
 * `usage` is a running count of all the pieces before it; the last one counts, they are never added up. `odd-usage` is
 * one of which a part cannot be true: the other parts are there, and `claim` is what was said.
 */
export type EngineEvent =
  | Piece
  | { readonly type: 'usage'; readonly usage: Usage; readonly times?: EngineTimes }
  | { readonly type: 'odd-usage'; readonly usage: Partial<Usage>; readonly claim: string }
  /** `isCut`: we have ended it, so the last count may not be the engine's last word. */
  | ({ readonly type: 'end'; readonly isCut?: true } & Ending);

/** The events of an engine. */
export type EngineEvents = EventLists<EngineEvent>;

/**
 * Events as they come: those that have come together are in one list, which is never empty. Of an answer that has come
 * whole the lists are there already, and nothing has to be waited for. `for await` reads both.
 */
export type EventLists<T> = AsyncIterable<readonly T[]> | readonly (readonly T[])[];

export const isWhole = <T>(events: EventLists<T>): events is readonly (readonly T[])[] => Array.isArray(events);

/** The head of every answer. */
export type AnswerHead = {
  readonly id: string;
  readonly createdAtMs: number;
  readonly model: string;
  /** The usage of the input, where the engine had told it when the answer began; most say it at the end. */
  readonly input?: InputCount | undefined;
  /** The limit of the answer, where the caller has asked for more than the model gives. */
  readonly loweredTo?: number;
  /** The tier that it was served at, where the caller has asked for one. */
  readonly tier?: AnswerTier;
};

/** With what else the engine tells beside its output. */
export type InputCount = Omit<Usage, 'outputTokens' | 'reasoningTokens'>;

/** The events that a caller gets: the engine's pieces, then one end that carries what was settled. */
export type AnswerEvent = Piece | ({ readonly type: 'end'; readonly usage: Usage; readonly cost: Nanos } & Ending);

export type AnswerEvents = EventLists<AnswerEvent>;

/** A whole answer as it is kept for its Idempotency-Key. */
export type RecordedAnswer = Ending & {
  readonly completionId: string;
  readonly createdAtMs: number;
  readonly model: string;
  readonly loweredTo?: number;
  readonly tier?: AnswerTier;
  /** Each a `RecordedPiece` as JSON in UTF-8, in memory that threads share: an answer can have many megabytes. */
  readonly events: readonly Uint8Array[];
  readonly usage: Usage;
  readonly cost: Nanos;
};

/**
 * A piece as it is kept. Logprobs are very many small values, up to megabytes; they are kept as one short text, deflated
 * JSON in base64. In answers that an earlier version has kept they are a list.
 */
export type RecordedPiece =
  | Exclude<Piece, { type: 'text' }>
  | {
      readonly type: 'text';
      readonly text: string;
      readonly choice?: number;
      readonly logprobs?: string | readonly TokenLogprob[];
    };
