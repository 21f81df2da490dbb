/** A server that speaks Anthropic's Messages API as an Engine. */
import type { ChatRequest } from '../../core/chat.ts';
import type { EngineRequest } from '../../core/engine.ts';
import { ServiceError } from '../../core/errors.ts';
import type { StopSignal } from '../../core/stop.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { isRecord } from '../../lib/record.ts';
import { textOf } from '../upstream/answer-body.ts';
import type { HttpClient, HttpDeadlines } from '../upstream/http.ts';
import { LearnedContexts } from '../upstream/learned-contexts.ts';
import { COUNT_DEADLINES, COUNT_MS_MAX } from '../upstream/token-counter.ts';
import { createOpen, healthFrom, type Upstream, type UpstreamTools } from '../upstream/upstream.ts';
import { jsonDeadlines, LIST_DEADLINES, LIST_MS_MAX } from '../upstream/upstream-calls.ts';
import { UpstreamHeaders } from '../upstream/upstream-headers.ts';
import { isPing, MessageReader } from './messages-answer.ts';
import { type MessagesDialect, toCountBody, toMessagesBody } from './messages-request.ts';
import { toolNames } from './tool-names.ts';

type AnthropicSettings = {
  readonly name: string;
  /** Path prefix of the API, such as `/v1`. */
  readonly basePath: string;
  readonly apiKey?: string;
  readonly dialect: Omit<MessagesDialect, 'accountTag'>;
  readonly deadlines: HttpDeadlines & { readonly totalMs: number };
  /** The engine gets the tag instead of the account. */
  readonly tagOf: (accountId: string) => string;
};

const VERSION = '2023-06-01';

export function anthropicUpstream(settings: AnthropicSettings, client: HttpClient, tools: UpstreamTools): Upstream {
  const { basePath, dialect, deadlines, apiKey } = settings;
  const headers = new UpstreamHeaders({
    authentication: { 'anthropic-version': VERSION, ...(apiKey && { 'x-api-key': apiKey }) },
  });
  const dialectFor = ({ engineModel: model = dialect.model, accountId }: EngineRequest): MessagesDialect => ({
    ...dialect,
    model,
    accountTag: settings.tagOf(accountId),
  });

  const listModels = () =>
    client.request(
      { method: 'GET', path: `${basePath}/models?limit=1000`, headers: headers.json, deadlines: LIST_DEADLINES },
      AbortSignal.timeout(LIST_MS_MAX),
    );
  const contexts = new LearnedContexts(listModels);

  const ask = (request: EngineRequest, signal: StopSignal) => {
    const { chat, maxOutputTokens } = request;
    refuseEmbedding(chat);
    const call = {
      method: 'POST',
      path: `${basePath}/messages`,
      headers: headers.of(request, chat.stream),
      body: toMessagesBody(chat, maxOutputTokens, dialectFor(request)),
      deadlines: chat.stream ? deadlines : jsonDeadlines(deadlines, maxOutputTokens),
    } as const;
    return () => client.request(call, signal);
  };

  const readerFor = (chat: ChatRequest) => new MessageReader(toolNames(chat.tools));

  /** Undefined where it does not tell in time; there is always a bound instead. */
  async function countTokens(request: EngineRequest, signal: AbortSignal): Promise<number | undefined> {
    const body = toCountBody(request.chat, Number.MAX_SAFE_INTEGER, dialectFor(request));
    const call = { method: 'POST', path: `${basePath}/messages/count_tokens`, headers: headers.json, body } as const;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(COUNT_MS_MAX)]);
    try {
      const answer = await client.request({ ...call, deadlines: COUNT_DEADLINES }, inTime);
      const counted = answer.status === 200 ? parseJson(await textOf(answer)) : answer.discard();
      return isRecord(counted) && Number.isSafeInteger(counted.input_tokens) ? Number(counted.input_tokens) : undefined;
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  return {
    open: createOpen(settings, { ask, readerFor, isHeartbeat: isPing }, tools),
    health: () => healthFrom(listModels),
    learn: () => {},
    stopLearning: () => {},
    contextTokensOf: (engineModel = dialect.model) => contexts.of(engineModel),
    countTokens,
  };
}

function refuseEmbedding({ embedding }: ChatRequest): void {
  if (embedding) throw new ServiceError('rejected_by_model', 'The engine of this model makes no embeddings.');
}
