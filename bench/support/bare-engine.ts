/**
 * The library's own batch loop with nothing around it: no socket, no HTTP, no ledger. It reads the same prompts, samples
 * with the same settings and turns every token into text, because a server of text must. A process of its own that
 * takes one JSON job a line on its standard input and answers with one line.
 */
import { createInterface } from 'node:readline';
import {
  getLlama,
  type LlamaContextSequence,
  LlamaLogLevel,
  type SequenceEvaluateOptions,
  type Token,
} from 'node-llama-cpp';
import { REPEAT_WINDOW } from '../../src/engines/llama/settings.ts';
import { BUILT_IN_TEMPLATES } from '../../src/engines/llama/template/built-in-templates.ts';
import { createChatTemplate } from '../../src/engines/llama/template/chat-template.ts';
import type { EngineBenchSettings, EngineJob, EngineResult } from './engine-jobs.ts';

const settings = JSON.parse(process.argv[2]!) as EngineBenchSettings;
const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, logLevel: LlamaLogLevel.error });
const model = await llama.loadModel({ modelPath: settings.modelPath });
const context = await model.createContext({
  sequences: settings.slots,
  contextSize: settings.contextTokens,
  batchSize: 512,
  threads: settings.threads,
  flashAttention: true,
  batching: { dispatchSchedule: 'nextCycle' },
});
const sequences = Array.from({ length: settings.slots }, () => context.getSequence());
const textOf = (token: Token | null): string => (token === null ? '' : model.detokenize([token], true));
const template = createChatTemplate(model.fileInfo.metadata.tokenizer.chat_template ?? BUILT_IN_TEMPLATES.chatml, {
  bos: textOf(model.tokens.bos),
  eos: textOf(model.tokens.eos),
});

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await run(JSON.parse(line) as EngineJob)));
}
process.exit(0);

async function run({ prompts, maxTokens, seed }: EngineJob): Promise<EngineResult> {
  const startMs = performance.now();
  const answers = await Promise.all(
    prompts.map((prompt, i) => answer(sequences[i]!, { prompt, maxTokens, seed: seed + i, startMs })),
  );
  const seconds = (performance.now() - startMs) / 1000;
  return {
    seconds,
    promptTokens: answers.reduce((sum, one) => sum + one.promptTokens, 0),
    outputTokens: answers.reduce((sum, one) => sum + one.outputTokens, 0),
    firstMs: answers.map(({ firstMs }) => firstMs),
  };
}

type Order = { readonly prompt: string; readonly maxTokens: number; readonly seed: number; readonly startMs: number };

async function answer(sequence: LlamaContextSequence, { prompt, maxTokens, seed, startMs }: Order) {
  const messages = [{ role: 'user' as const, content: prompt }];
  const parts = template.render({ model: '', messages } as never, { thinks: false });
  const tokens = parts.flatMap(({ text, isTemplate }) => model.tokenize(text, isTemplate));
  await sequence.adaptStateToTokens(tokens, false);
  const known = Math.min(sequence.nextTokenIndex, tokens.length - 1);
  if (sequence.nextTokenIndex > known) {
    await sequence.eraseContextTokenRanges([{ start: known, end: sequence.nextTokenIndex }]);
  }
  const output: Token[] = [];
  let text = '';
  let firstMs = 0;
  for await (const token of sequence.evaluate(tokens.slice(known), samplingOf(output, seed))) {
    if (firstMs === 0) firstMs = performance.now() - startMs;
    text += model.detokenize([token], false, output.slice(-1));
    output.push(token);
    if (output.length >= maxTokens) break;
  }
  if (text === '' && output.length > 0) throw new Error('Tokens without a text.');
  return { promptTokens: tokens.length, outputTokens: output.length, firstMs };
}

function samplingOf(output: readonly Token[], seed: number): SequenceEvaluateOptions {
  return {
    ...settings.sampling,
    seed,
    repeatPenalty: {
      punishTokens: () => output.slice(-REPEAT_WINDOW),
      penalty: settings.repeatPenalty,
    },
  };
}
