/** The loaded model: weights, context with its sequences, template. The only file that knows the library's way to load. */
import {
  getLlama,
  type LlamaContext,
  type LlamaContextSequence,
  LlamaLogLevel,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp';
import { CHATML, type ChatTemplate, createChatTemplate, type PromptPart } from './chat-template.ts';
import type { LlamaSettings } from './settings.ts';
import { SlotPool } from './slots.ts';

export type LoadedModel = {
  readonly model: LlamaModel;
  readonly template: ChatTemplate;
  readonly slots: SlotPool<LlamaContextSequence>;
  readonly contextTokens: number;
  tokensOf(parts: readonly PromptPart[]): Token[];
  createGrammar(text: string): ReturnType<LlamaModel['llama']['createGrammar']>;
};

export async function loadModel(path: string, settings: LlamaSettings): Promise<LoadedModel> {
  // Never builds or fetches anything: the binary comes with the package.
  const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, logLevel: LlamaLogLevel.error });
  const model = await llama.loadModel({ modelPath: path });
  const contextTokens = Math.min(settings.contextTokens, model.trainContextSize);
  const context = await model.createContext({
    sequences: settings.slots,
    contextSize: contextTokens,
    batchSize: 512,
    threads: settings.threads,
    flashAttention: true,
    batching: { dispatchSchedule: 'nextCycle' },
  });
  const slots = new SlotPool(sequencesOf(context, settings.slots), {
    queueMax: settings.queueMax,
    knownTokens: (sequence, tokens) => sequence.compareContextTokens(tokens as Token[]).firstDifferentIndex,
  });
  return {
    model,
    template: templateOf(model),
    slots,
    contextTokens,
    tokensOf: (parts) => parts.flatMap(({ text, isTemplate }) => model.tokenize(text, isTemplate)),
    createGrammar: (grammar) => llama.createGrammar({ grammar }),
  };
}

const sequencesOf = (context: LlamaContext, count: number): LlamaContextSequence[] =>
  Array.from({ length: count }, () => context.getSequence());

function templateOf(model: LlamaModel): ChatTemplate {
  const source = model.fileInfo.metadata.tokenizer.chat_template ?? CHATML;
  const textOf = (token: Token | null) => (token === null ? '' : model.detokenize([token], true));
  return createChatTemplate(source, { bos: textOf(model.tokens.bos), eos: textOf(model.tokens.eos) });
}
