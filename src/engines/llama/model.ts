/** The loaded model: weights, context with its sequences, templates. The only file that knows the library's way to load. */
import {
  getLlama,
  type Llama,
  type LlamaContextSequence,
  LlamaGrammarEvaluationState,
  LlamaLogLevel,
  type LlamaModel,
  LlamaVocabularyType,
  type Token,
} from 'node-llama-cpp';
import { contextLengthExceeded } from '../../core/context-length.ts';
import { ServiceError } from '../../core/errors.ts';
import { hiddenTokensOf } from './generate/hidden-tokens.ts';
import { PromptReader } from './generate/prompt-reader.ts';
import { SampleTimes } from './generate/sample-times.ts';
import { sampleInTurn } from './generate/sampling-in-turn.ts';
import { SlotPool } from './generate/slots.ts';
import { readGgufHeader } from './gguf/gguf-reader.ts';
import { BATCH_TOKENS } from './memory-need.ts';
import type { LlamaSettings } from './settings.ts';
import { BUILT_IN_TEMPLATES, chooseTemplate, type TemplateName } from './template/built-in-templates.ts';
import { type ChatTemplate, createChatTemplate } from './template/chat-template.ts';

export type LoadedModel = {
  readonly model: LlamaModel;
  /** The named template; without a name the file's own, or the one that fits it best. */
  readonly template: (name?: TemplateName) => ChatTemplate;
  readonly slots: SlotPool<LlamaContextSequence>;
  readonly contextTokens: number;
  /** Tokens that have no text of their own. */
  readonly hiddenTokens: readonly Token[];
  /** The prompt as the model reads it; it leaves room for an answer. */
  readPrompt(...asked: Parameters<PromptReader['read']>): Promise<Token[]>;
  /** A grammar at its beginning. The listener hears how long it holds up the engine: now, and with each token. */
  createGrammar(text: string, onTime: (ms: number) => void): Promise<LlamaGrammarEvaluationState>;
  /** Frees all of its memory. Nothing may use it any more. */
  unload(): Promise<void>;
};

let shared: Promise<Llama> | undefined;
/** Measured in the shared library. */
let times: SampleTimes | undefined;

/** Never builds or fetches anything: the binary comes with the package. */
export const sharedLlama = (): Promise<Llama> => {
  shared ??= getLlama({ gpu: false, build: 'never', skipDownload: true, logLevel: LlamaLogLevel.error });
  return shared;
};

export async function loadModel(
  path: string,
  settings: Pick<LlamaSettings, 'contextTokens' | 'slots' | 'threads' | 'queueMax'>,
  onProgress?: (fraction: number) => void,
): Promise<LoadedModel> {
  const llama = await sharedLlama();
  const model = await llama.loadModel({ modelPath: path, ...(onProgress && { onLoadProgress: onProgress }) });
  const contextTokens = Math.min(settings.contextTokens, model.trainContextSize);
  const context = await model
    .createContext({
      sequences: settings.slots,
      contextSize: contextTokens,
      batchSize: BATCH_TOKENS,
      threads: settings.threads,
      flashAttention: true,
      batching: { dispatchSchedule: 'nextCycle' },
    })
    .catch(async (error) => {
      await model.dispose();
      throw error;
    });
  times ??= new SampleTimes(llama);
  sampleInTurn(context, times);
  const sequences = Array.from({ length: settings.slots }, () => context.getSequence());
  const slots = new SlotPool(sequences, {
    queueMax: settings.queueMax,
    knownTokens: (sequence, tokens) => sequence.compareContextTokens(tokens as Token[]).firstDifferentIndex,
    forget: (sequence) => sequence.clearHistory(),
  });
  return {
    model,
    template: templatesOf(model),
    slots,
    contextTokens,
    hiddenTokens: hiddenTokensOf(model),
    readPrompt: promptReaderOf(model, { contextTokens, tokenBytesMax: await tokenBytesMaxOf(path) }),
    createGrammar: grammarsOf(model, times),
    unload: async () => {
      await context.dispose();
      await model.dispose();
      // What the library read of the file, above all its vocabulary, is on our heap and would stay there for long.
      Bun.gc(true);
    },
  };
}

function grammarsOf(model: LlamaModel, heard: SampleTimes): LoadedModel['createGrammar'] {
  return async (text, onTime) => {
    const beganMs = performance.now();
    const grammar = await model.llama.createGrammar({ grammar: text });
    const state = new LlamaGrammarEvaluationState({ model, grammar });
    onTime(performance.now() - beganMs);
    heard.listen(state, onTime);
    return state;
  };
}

type PromptLimits = { readonly contextTokens: number; readonly tokenBytesMax: number };

export function promptReaderOf(model: LlamaModel, limits: PromptLimits): LoadedModel['readPrompt'] {
  // A tokenizer of this kind puts a space before every text; the rest of a text has none to be put there.
  const addsSpace = model.vocabularyType === LlamaVocabularyType.spm;
  const reader = new PromptReader({
    ...limits,
    tokenize: (text, { isTemplate, isRest }) =>
      model.tokenize(text, isTemplate, addsSpace && isRest ? 'trimLeadingSpace' : undefined),
  });
  return async (...asked) => {
    const tokens = withBeginning(model, await reader.read(...asked));
    if (tokens.length >= limits.contextTokens) throw contextLengthExceeded(limits.contextTokens, tokens.length);
    return tokens;
  };
}

/** These make a token of every byte, or of several; others may leave something out. */
const WHOLE_TOKENIZERS: readonly unknown[] = ['gpt2', 'llama'];

export async function tokenBytesMaxOf(path: string): Promise<number> {
  const { tokenizerModel, tokenBytesMax } = await readGgufHeader(path);
  return WHOLE_TOKENIZERS.includes(tokenizerModel) && tokenBytesMax > 0 ? tokenBytesMax : Number.POSITIVE_INFINITY;
}

/** Some templates write the token that begins a text, some leave it to the tokenizer; there shall be one. */
function withBeginning({ tokens: { bos, shouldPrependBosToken } }: LlamaModel, tokens: Token[]): Token[] {
  return shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : tokens;
}

function templatesOf(model: LlamaModel): LoadedModel['template'] {
  const textOf = (token: Token | null) => (token === null ? '' : model.detokenize([token], true));
  const tokens = { bos: textOf(model.tokens.bos), eos: textOf(model.tokens.eos) };
  const own = model.fileInfo.metadata.tokenizer.chat_template;
  const made = new Map<string, ChatTemplate>();
  return (name) => {
    const source = name ? BUILT_IN_TEMPLATES[name] : (own ?? BUILT_IN_TEMPLATES[fittingTemplate(model)]);
    const template = made.get(source) ?? readTemplate(source, tokens);
    made.set(source, template);
    return template;
  };
}

/** A template is a program, and a file may bring one that we cannot run: the operator can choose one of ours instead. */
function readTemplate(...parts: Parameters<typeof createChatTemplate>): ChatTemplate {
  try {
    return createChatTemplate(...parts);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The template of the model file cannot be read (${reason}): choose another one with "template".`;
    throw new ServiceError('upstream_failed', message, { cause });
  }
}

function fittingTemplate(model: LlamaModel): TemplateName {
  const { architecture, name } = model.fileInfo.metadata.general;
  return chooseTemplate({
    architecture,
    name,
    hasSpecialToken: (text) => {
      const [token, ...others] = model.tokenize(text, true);
      return others.length === 0 && model.isSpecialToken(token);
    },
  });
}
