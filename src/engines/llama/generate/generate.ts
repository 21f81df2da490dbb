/**
 * One answer: model → prompt → form → place → tokens → events. After every piece comes a running count, so that an answer that
 * is cut anywhere is billed to the token. Leaving the loop frees the place within one token.
 */
import type {
  LlamaContextSequence,
  LlamaGrammarEvaluationState,
  LlamaModel,
  SequenceEvaluateOptions,
  Token,
  TokenBias,
} from 'node-llama-cpp';
import type { ChatRequest, EngineEvent, FinishReason, Usage } from '../../../core/chat.ts';
import { gaveWay } from '../../../core/errors.ts';
import { givesWay, rankOf, type Tier } from '../../../core/tiers.ts';
import { THINK_CLOSE } from '../../upstream/think-splitter.ts';
import type { FormCompiler } from '../form/form-compiler.ts';
import type { FormTurns } from '../form/form-turns.ts';
import { wantedFormOf } from '../form/wanted-form.ts';
import type { LoadedModel } from '../model.ts';
import type { ModelLease, Models } from '../models.ts';
import { type Sampling, samplingFor } from '../sampling.ts';
import { type LlamaSettings, REPEAT_WINDOW } from '../settings.ts';
import { biasOf } from './hidden-tokens.ts';
import { Logprobs } from './logprobs.ts';
import { Pieces } from './pieces.ts';
import type { Stopwatch } from './stopwatch.ts';

type GenerateRequest = {
  readonly chat: ChatRequest;
  readonly maxOutputTokens: number;
  readonly accountId: string;
  readonly tier?: Tier | undefined;
  readonly signal: AbortSignal;
  /** There where the times of the request are wanted. */
  readonly stopwatch?: Stopwatch;
};

/** All answers share these. */
export type Generating = {
  readonly models: Models;
  readonly settings: LlamaSettings;
  readonly forms: FormCompiler;
  readonly turns: FormTurns;
};

/** Throws `gaveWay` where it is ended for another request. */
export async function* generate(generating: Generating, asked: GenerateRequest): AsyncGenerator<EngineEvent, void> {
  const { models, settings } = generating;
  const request: Answering = givesWay(asked.tier) ? withWay(asked) : asked;
  const { chat, accountId: account, signal, stopwatch, giveWay } = request;
  const lease = await models.use(chat.model, { account, signal, waitMs: settings.loadWaitMs, giveWay });
  stopwatch?.modelFound();
  try {
    const { prompt, form, slot } = await placeFor(lease, generating, request);
    stopwatch?.placeFound();
    try {
      const cached = await readUpTo(prompt, slot.sequence);
      const limit = Math.min(request.maxOutputTokens, lease.model.contextTokens - prompt.length);
      const { sequence } = slot;
      const { thinks, file } = lease.setting;
      const sampling = samplingFor(file, settings.sampling);
      const answer = { chat, account, thinks, sampling, prompt, form, cached, limit, sequence, signal, stopwatch };
      yield* write(lease.model, generating, answer);
    } finally {
      slot.release();
    }
  } finally {
    lease.release();
  }
}

type Answering = GenerateRequest & { readonly giveWay?: () => void };

function withWay(request: GenerateRequest): Answering {
  const way = new AbortController();
  return { ...request, signal: AbortSignal.any([request.signal, way.signal]), giveWay: () => way.abort(gaveWay()) };
}

type PromptRequest = Pick<GenerateRequest, 'chat' | 'accountId' | 'signal'>;

/** How many tokens the prompt of a chat has; nothing is read or written. */
export async function countTokens({ models, settings }: Generating, request: PromptRequest): Promise<number> {
  const { chat, accountId: account, signal } = request;
  const lease = await models.use(chat.model, { account, signal, waitMs: settings.loadWaitMs });
  try {
    return (await promptOf(lease, request)).length;
  } finally {
    lease.release();
  }
}

/** The form of an answer as a grammar; undefined for free text. */
type Form = { readonly grammar: string; readonly mayCall: boolean };

/** The prompt as the model reads it, and a place where it is read. A form is made before anything is held for it. */
async function placeFor(lease: ModelLease, { forms }: Generating, request: Answering) {
  const { chat, accountId, tier, signal, giveWay } = request;
  const rank = rankOf(tier);
  const prompt = await promptOf(lease, request);
  const wanted = wantedFormOf(chat);
  const grammar = wanted && (await forms.grammarOf(wanted, { account: accountId, signal }));
  const form: Form | undefined = grammar === undefined ? undefined : { grammar, mayCall: wanted?.type === 'calls' };
  return { prompt, form, slot: await lease.model.slots.acquire({ tokens: prompt, accountId, rank, signal, giveWay }) };
}

function promptOf(
  { model: loaded, setting }: ModelLease,
  { chat, accountId, signal }: PromptRequest,
): Promise<Token[]> {
  const { thinks } = setting;
  const template = loaded.template(setting.template);
  const parts = [...template.render(chat, { thinks })];
  if (thinks) parts.push({ text: THINK_OPEN, isTemplate: true });
  return loaded.readPrompt(parts, { account: accountId, signal });
}

/** Makes the sequence forget what is not of the prompt. Returns how much of the prompt it has read already. */
async function readUpTo(prompt: readonly Token[], sequence: LlamaContextSequence): Promise<number> {
  await sequence.adaptStateToTokens([...prompt], false);
  // The last token is always read anew: what follows it is what is wanted.
  const cached = Math.min(sequence.nextTokenIndex, prompt.length - 1);
  if (sequence.nextTokenIndex > cached)
    await sequence.eraseContextTokenRanges([{ start: cached, end: sequence.nextTokenIndex }]);
  return cached;
}

/**
 * Reads the beginning of a prompt in pieces: the library lets no other answer go on while it reads one. What is left is
 * read with the first token of the answer.
 */
async function readAhead({ prompt, cached, sequence, signal }: Writing): Promise<readonly Token[]> {
  let from = cached;
  for (; prompt.length - from > READ_TOKENS; from += READ_TOKENS) {
    await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(from, from + READ_TOKENS));
    signal.throwIfAborted();
  }
  return prompt.slice(from);
}

/** The library adds the probabilities only where it is asked for them. */
type Sampled = { readonly token: Token; readonly probabilities?: ReadonlyMap<Token, number> };

type Writing = {
  readonly chat: ChatRequest;
  readonly account: string;
  readonly form: Form | undefined;
  readonly thinks: boolean;
  readonly sampling: Sampling;
  readonly prompt: readonly Token[];
  readonly cached: number;
  readonly limit: number;
  readonly sequence: LlamaContextSequence;
  readonly signal: AbortSignal;
  readonly stopwatch: Stopwatch | undefined;
};

async function* write(
  loaded: LoadedModel,
  { settings, turns }: Generating,
  writing: Writing,
): AsyncGenerator<EngineEvent, void> {
  const { account, form, limit, thinks, signal, stopwatch } = writing;
  const waiting = { signal, hasOthers: () => loaded.slots.hasOthersThan(account) };
  if (form) await turns.wait(account, waiting);
  const grammar = form && (await loaded.createGrammar(form.grammar, (ms) => turns.spend(account, ms)));
  const written = new Written(loaded.model, writing);
  const { pieces } = written;
  const tokens = await sampleAfterPrompt(loaded, writing, { written, grammar });
  const closing = thinks ? loaded.model.tokenize(THINK_END, true) : [];
  let finish: FinishReason = 'stop';
  let forced: Token[] | undefined;
  try {
    while (true) {
      if (form) await turns.wait(account, waiting);
      const next = await tokens.next(forced);
      forced = undefined;
      signal.throwIfAborted();
      if (next.done) break;
      const { token } = next.value;
      if (loaded.model.isEogToken(token)) {
        if (!pieces.isThinking) break;
        // A model that ends in the middle of its thoughts has not answered yet.
        yield* pieces.endThinking();
        forced = closing;
        continue;
      }
      yield* written.take(next.value);
      yield { type: 'usage', usage: written.usage, ...(written.tokens.length === 1 && stopwatch?.times()) };
      if (pieces.stop !== undefined) break;
      if (written.tokens.length >= limit) {
        finish = 'length';
        break;
      }
      if (pieces.isThinking && written.usage.reasoningTokens >= settings.thinkingTokensMax) {
        yield* pieces.endThinking();
        forced = [token, ...closing];
      }
    }
  } finally {
    await tokens.return();
  }
  yield* written.end(finish);
}

/** An answer as far as it is written: its tokens, what is shown of them, and their count. */
class Written {
  readonly tokens: Token[] = [];
  readonly pieces: Pieces;
  readonly logprobs: Logprobs | undefined;
  readonly #writing: Writing;
  #reasoningTokens = 0;

  constructor(model: LlamaModel, writing: Writing) {
    const { chat, thinks, form } = writing;
    this.#writing = writing;
    this.pieces = new Pieces(chat, { thinks, mayCall: form?.mayCall ?? false, model });
    this.logprobs = chat.logprobs ? new Logprobs(model, chat.topLogprobs ?? 0) : undefined;
  }

  get usage(): Usage {
    return {
      inputTokens: this.#writing.prompt.length,
      cachedInputTokens: this.#writing.cached,
      outputTokens: this.tokens.length,
      reasoningTokens: this.#reasoningTokens,
    };
  }

  /** Returns what the token shows. */
  take({ token, probabilities }: Sampled): readonly EngineEvent[] {
    this.tokens.push(token);
    if (probabilities) this.logprobs?.see(token, probabilities);
    if (this.pieces.isThinking) this.#reasoningTokens += 1;
    return this.#withLogprobs(this.pieces.push(token));
  }

  *end(finish: FinishReason): Generator<EngineEvent, void> {
    yield* this.#withLogprobs(this.pieces.end());
    yield { type: 'usage', usage: this.usage };
    const { hasCalls, stop: stopSequence } = this.pieces;
    const finishReason = finish === 'stop' && hasCalls ? 'tool_calls' : finish;
    yield { type: 'end', finishReason, ...(stopSequence !== undefined && { stopSequence }) };
  }

  #withLogprobs(events: EngineEvent[]): readonly EngineEvent[] {
    return this.logprobs ? this.logprobs.attach(events) : events;
  }
}

type SamplingOf = { readonly written: Written; readonly grammar: LlamaGrammarEvaluationState | undefined };

/** Reads the prompt, and gives one token after the other. */
async function sampleAfterPrompt(
  loaded: LoadedModel,
  writing: Writing,
  { written, grammar }: SamplingOf,
): Promise<AsyncGenerator<Sampled, void, Token[] | undefined>> {
  const options = samplingOf(writing.chat, writing.sampling, {
    output: written.tokens,
    loaded,
    hasForm: grammar !== undefined,
    grammar: () => (written.pieces.isThinking ? undefined : grammar),
  });
  const input = [...(await readAhead(writing))];
  return written.logprobs
    ? writing.sequence.evaluateWithMetadata(input, { probabilities: true }, options)
    : writing.sequence.evaluateWithMetadata(input, {}, options);
}

const READ_TOKENS = 64;
const THINK_OPEN = '<think>\n';
const THINK_END = `\n${THINK_CLOSE}\n\n`;

type SamplingState = {
  readonly output: readonly Token[];
  readonly loaded: LoadedModel;
  readonly hasForm: boolean;
  /** Nothing while the model thinks. */
  readonly grammar: () => LlamaGrammarEvaluationState | undefined;
};

function samplingOf(chat: ChatRequest, sampling: Sampling, state: SamplingState): SequenceEvaluateOptions {
  const tokenBias = tokenBiasOf(chat, state);
  return {
    temperature: chat.temperature ?? sampling.temperature,
    topP: chat.topP ?? sampling.topP,
    topK: sampling.topK,
    seed: (chat.seed ?? Math.floor(Math.random() * 2 ** 32)) >>> 0,
    yieldEogToken: true,
    grammarEvaluationState: state.grammar,
    repeatPenalty: {
      punishTokens: () => state.output.slice(-REPEAT_WINDOW),
      penalty: sampling.repeatPenalty,
      ...(chat.frequencyPenalty !== undefined && { frequencyPenalty: chat.frequencyPenalty }),
      ...(chat.presencePenalty !== undefined && { presencePenalty: chat.presencePenalty }),
    },
    ...(tokenBias && { tokenBias }),
  };
}

/** Nothing where there is nothing to forbid or prefer: a bias costs time with every token. */
function tokenBiasOf({ logitBias }: ChatRequest, state: SamplingState): (() => TokenBias) | undefined {
  if (!logitBias && !state.hasForm) return undefined;
  const { model, hiddenTokens } = state.loaded;
  const free = biasOf({ model, logitBias, hiddenTokens: [] });
  const formal = state.hasForm ? biasOf({ model, logitBias, hiddenTokens }) : free;
  return () => (state.grammar() ? formal : free);
}
