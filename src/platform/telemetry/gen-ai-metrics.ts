/**
 * The metrics of OpenTelemetry's conventions for generative AI, with the names, units and buckets that are written there.
 * As a server, this service counts what was asked of it; as a client, what it asks of its engines.
 */
import type { FreeReason, Outcome, Settled } from '../../core/ledger.ts';
import type { Model } from '../../core/model.ts';
import { createRegistry, type Family } from '../../lib/prometheus.ts';

export type EndedChat = {
  readonly model: string;
  readonly outcome: Outcome | FreeReason;
  readonly settled?: Settled;
  /** The engine that was asked last, if any was, and its own name of the model. */
  readonly source?: { readonly engine: string; readonly model: string } | undefined;
  readonly durationMs: number;
  /** From admission to the first event, where the answer came piece by piece. */
  readonly firstPieceMs?: number | undefined;
};

/** One question to one engine. */
export type EndedAttempt = {
  readonly engine: string;
  readonly model: string;
  /** The engine's own name of the model, where it is known. */
  readonly engineModel?: string | undefined;
  readonly durationMs: number;
  /** Why it came to nothing, in one word. */
  readonly failure?: string | undefined;
};

/** An engine as a server that is asked. */
export type Peer = { readonly provider: string; readonly address?: string; readonly port?: number };

export type GenAiMetrics = {
  chatEnded(chat: EndedChat): void;
  attemptEnded(attempt: EndedAttempt): void;
  families(): Promise<readonly Family[]>;
};

type Sources = {
  readonly kindOf: (model: string) => Model['kind'] | undefined;
  readonly peerOf: (engine: string) => Peer;
};

/** This service, which answers itself and has an embedded engine. */
export const OWN_PEER: Peer = { provider: 'boreal' };

const DURATIONS = {
  unit: 's',
  bounds: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
};
const FIRST_TOKENS = {
  unit: 's',
  bounds: [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
};
const TOKEN_TIMES = { unit: 's', bounds: [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5] };
const TOKENS = { unit: '{token}', bounds: Array.from({ length: 14 }, (_, power) => 4 ** power) };

/** A client that leaves has not met an error. */
const NO_ERRORS: readonly string[] = ['finished', 'client-left', 'left-early', 'answered-elsewhere'];

const operationOf = (kind: Model['kind'] | undefined): 'chat' | 'embeddings' =>
  kind === 'embedding' ? 'embeddings' : 'chat';

export function createGenAiMetrics({ kindOf, peerOf }: Sources): GenAiMetrics {
  const registry = createRegistry();
  const { requests, firstTokens, tokenTimes, operations, tokens } = histograms(registry);

  const labelsOf = (model: string, provider: string) => ({
    'gen_ai.operation.name': operationOf(kindOf(model)),
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': kindOf(model) ? model : 'other',
  });

  return {
    chatEnded: ({ model, outcome, settled, source, durationMs, firstPieceMs }) => {
      const labels = labelsOf(model, OWN_PEER.provider);
      const error = NO_ERRORS.includes(outcome) ? undefined : outcome;
      requests.observe({ ...labels, 'error.type': error }, durationMs / 1000);
      if (!settled) return;
      const { inputTokens, outputTokens } = settled.usage;
      const { provider } = source ? peerOf(source.engine) : OWN_PEER;
      const asked = { ...labelsOf(model, provider), 'gen_ai.response.model': source?.model };
      tokens.observe({ ...asked, 'gen_ai.token.type': 'input' }, inputTokens);
      if (kindOf(model) !== 'embedding') tokens.observe({ ...asked, 'gen_ai.token.type': 'output' }, outputTokens);
      if (firstPieceMs === undefined || outcome !== 'finished') return;
      firstTokens.observe(labels, firstPieceMs / 1000);
      if (outputTokens > 1) tokenTimes.observe(labels, (durationMs - firstPieceMs) / 1000 / (outputTokens - 1));
    },
    attemptEnded: ({ engine, model, engineModel, durationMs, failure }) => {
      const { provider, address, port } = peerOf(engine);
      const labels = {
        ...labelsOf(model, provider),
        'gen_ai.response.model': engineModel,
        'server.address': address,
        'server.port': port,
        'error.type': failure,
      };
      operations.observe(labels, durationMs / 1000);
    },
    families: registry.families,
  };
}

const histograms = (registry: ReturnType<typeof createRegistry>) => ({
  requests: registry.histogram('gen_ai.server.request.duration', 'Generative AI server request duration.', DURATIONS),
  firstTokens: registry.histogram(
    'gen_ai.server.time_to_first_token',
    'Time to generate first token for successful responses.',
    FIRST_TOKENS,
  ),
  tokenTimes: registry.histogram(
    'gen_ai.server.time_per_output_token',
    'Time per output token generated after the first token for successful responses.',
    TOKEN_TIMES,
  ),
  operations: registry.histogram('gen_ai.client.operation.duration', 'GenAI operation duration.', DURATIONS),
  tokens: registry.histogram('gen_ai.client.token.usage', 'Number of input and output tokens used.', TOKENS),
});
