/** One question to a running service, through the official client, as customers ask. */
import OpenAI from 'openai';

export type Asked = Omit<OpenAI.ChatCompletionCreateParamsStreaming, 'stream' | 'model'> & { readonly model?: string };

export type Answer = {
  readonly text: string;
  readonly reasoning: string;
  readonly call?: { readonly name: string; readonly arguments: string };
  readonly finishReason: string;
  readonly outputTokens: number;
  /** From the request to the end of the answer. */
  readonly seconds: number;
  /** From the first piece to the last one: what the model itself takes to write. */
  readonly writingSeconds: number;
};

export type Ask = (asked: Asked) => Promise<Answer>;

type Delta = OpenAI.ChatCompletionChunk.Choice.Delta & { readonly reasoning_content?: string };

export type AskOptions = {
  /** Ends in /v1. */
  readonly url: string;
  readonly key: string;
  readonly model?: string;
  /** Not sent when absent: the service's own default is measured then. */
  readonly temperature?: number;
};

/** Long enough for every question here: an answer that reaches it does not end by itself. */
const OUTPUT_TOKENS_MAX = 300;

export function createAsk({ url, key, model, temperature }: AskOptions): Ask {
  // A key may ask 120 times in a minute: the client waits as long as it is told to.
  const client = new OpenAI({ baseURL: url, apiKey: key, maxRetries: 10 });
  return async (asked) => {
    const startedAtMs = performance.now();
    const stream = await client.chat.completions.create({
      model: model ?? 'svc-glacier',
      max_tokens: OUTPUT_TOKENS_MAX,
      ...(temperature !== undefined && { temperature }),
      ...asked,
      stream: true,
      stream_options: { include_usage: true },
    });
    return collect(stream, startedAtMs);
  };
}

async function collect(stream: AsyncIterable<OpenAI.ChatCompletionChunk>, startedAtMs: number): Promise<Answer> {
  const said = { text: '', reasoning: '', name: '', arguments: '' };
  let finishReason = 'none';
  let outputTokens = 0;
  let firstAtMs: number | undefined;
  let lastAtMs = startedAtMs;
  for await (const { choices, usage } of stream) {
    outputTokens = usage?.completion_tokens ?? outputTokens;
    const [choice] = choices;
    if (!choice) continue;
    const delta = choice.delta as Delta;
    said.text += delta.content ?? '';
    said.reasoning += delta.reasoning_content ?? '';
    const called = delta.tool_calls?.find(({ index }) => index === 0)?.function;
    said.name += called?.name ?? '';
    said.arguments += called?.arguments ?? '';
    finishReason = choice.finish_reason ?? finishReason;
    lastAtMs = performance.now();
    if (delta.content || delta.reasoning_content || called) firstAtMs ??= lastAtMs;
  }
  return {
    text: said.text,
    reasoning: said.reasoning,
    ...(said.name !== '' && { call: { name: said.name, arguments: said.arguments } }),
    finishReason,
    outputTokens,
    seconds: (lastAtMs - startedAtMs) / 1000,
    writingSeconds: (lastAtMs - (firstAtMs ?? lastAtMs)) / 1000,
  };
}
