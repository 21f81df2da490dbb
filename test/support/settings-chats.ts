/** How the settings service answers chats: one engine, which is a scripted upstream. */

import type { BuyingPrices } from '../../src/core/buying.ts';
import type { Limits } from '../../src/core/limits.ts';
import type { Catalogue, DraftModel } from '../../src/core/model.ts';
import { createEngines } from '../../src/engines/registry.ts';
import { createHttpClient, originOf } from '../../src/engines/upstream/http-client.ts';
import { openaiUpstream } from '../../src/engines/upstream/openai-upstream.ts';
import { withLoad } from '../../src/engines/with-load.ts';
import { createRequestFeed } from '../../src/features/overview/request-feed.ts';
import { createChat } from '../../src/gateway/chat.ts';
import { createBodyBudget } from '../../src/gateway/edge/body-budget.ts';
import type { ChatEdge } from '../../src/gateway/edge/chat-handler.ts';
import { inlineChatReader } from '../../src/gateway/edge/chat-reader.ts';
import { createEventStreams } from '../../src/gateway/edge/event-stream.ts';
import { createIdempotency } from '../../src/gateway/idempotency.ts';
import { createConversations } from '../../src/gateway/responses/conversation-service.ts';
import { createKeptResponses } from '../../src/gateway/responses/kept-responses.ts';
import { createStructuredOutputs } from '../../src/gateway/structured/structured-answer.ts';
import type { GroupPrices } from '../../src/ledger/group-prices.ts';
import { type Clock, createIds } from '../../src/platform/clock.ts';
import { toServiceError } from '../../src/platform/http/error-body.ts';
import type { Log } from '../../src/platform/telemetry/log.ts';
import { createVault } from '../../src/platform/vault.ts';
import { catalogueOf } from './catalogue.ts';
import type { LeasedStores } from './leased-stores.ts';
import type { ScriptedUpstream } from './scripted-upstream.ts';
import { SILENT_METRICS } from './silent-metrics.ts';

type ChatNeeds = {
  readonly stores: LeasedStores;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
  readonly catalogue: Catalogue;
  readonly upstream: ScriptedUpstream;
  readonly stopping: AbortSignal;
  readonly announced: { readonly buying: BuyingPrices; readonly groupPrices: GroupPrices };
};

/** The published models, all answered by the one engine. */
export function answeredCatalogue(): Catalogue<DraftModel> {
  const published = catalogueOf('A');
  const models = [...published.models].map(
    ([id, { priceVersion: _, ...model }]) => [id, { ...model, engine: 'main' }] as const,
  );
  return { ...published, models: new Map(models) };
}

export function chatsOf({
  stores,
  limits,
  clock,
  log,
  catalogue,
  upstream,
  stopping,
  announced: { buying, groupPrices },
}: ChatNeeds) {
  const main = withLoad(engineAt(upstream, log), { clock });
  const engines = createEngines(
    { clock, log },
    { models: catalogue.models.values(), engines: new Map([['main', main]]) },
  );
  const feed = createRequestFeed(clock);
  const openChat = createChat(
    { clock, log },
    {
      catalogue,
      engines,
      ledger: stores.ledger,
      requestIds: createIds(),
      metrics: { ...SILENT_METRICS, chatEnded: feed.chatEnded },
      maxTokensAboveLimit: 'refuse',
      attachmentsMax: 100,
      outputToleranceTokens: limits.outputToleranceTokens,
      buying,
      structuredOutputs: createStructuredOutputs({ repairs: false }),
      priceFor: groupPrices.admittedBy,
    },
  );
  const edge: ChatEdge = {
    bodies: createBodyBudget(limits, clock),
    readChat: inlineChatReader({ ...limits, hasTools: true, defaultModel: catalogue.defaultModel }),
    openChat,
    idempotency: createIdempotency(
      { clock, ids: createIds() },
      { answers: stores.answers, keepMs: limits.idempotencyMs },
    ),
    streams: createEventStreams({ clock }, { ...limits, onFailure: toServiceError, onLeave() {} }),
    limits,
    bodyBytesMax: () => limits.bodyBytesMax,
    clock,
    stopping,
  };
  const engineControls = {
    ...engines,
    health: async () => [{ name: 'main', ...(await main.health()) }],
    loadOf: () => main.load(),
  };
  const sealing = { vault: createVault('a secret of the settings tests'), clock, log };
  const conversations = createConversations(sealing, {
    store: stores.conversations,
    ids: createIds(),
    keepMs: limits.conversationMs,
    bounds: { conversationsMax: limits.conversationsMax, charactersMax: limits.conversationsCharactersMax },
  });
  const keptResponses = createKeptResponses(sealing, {
    store: stores.storedResponses,
    keepMs: limits.storedResponseMs,
    keptMax: limits.storedResponsesMax,
  });
  return { edge, feed, engineControls, keptResponses, conversations };
}

function engineAt(upstream: ScriptedUpstream, log: Log) {
  const ids = createIds();
  return openaiUpstream(
    {
      name: 'main',
      basePath: '/v1',
      dialect: { model: 'test-model', maxTokensField: 'max_tokens', runningUsage: 'none' },
      thinking: 'off',
      deadlines: { connectMs: 2000, firstByteMs: 10_000, idleMs: 10_000, totalMs: 60_000 },
    },
    createHttpClient(originOf(new URL(upstream.url))),
    { log, newToolCallId: () => ids.next('call_') },
  );
}
