/** One OpenAI-compatible server as an Engine. */

import type { ChatRequest } from '../../core/chat.ts';
import type { EngineRequest } from '../../core/engine.ts';
import type { StopSignal } from '../../core/stop.ts';
import type { HttpClient } from './http.ts';
import { LearnedContexts } from './learned-contexts.ts';
import { writtenFor } from './marked-messages.ts';
import { LearnedRunningUsage, type RunningUsage } from './running-usage.ts';
import { TokenCounter } from './token-counter.ts';
import { createOpen, healthFrom, type Upstream, type UpstreamTools } from './upstream.ts';
import { AnswerReader } from './upstream-answer.ts';
import { createUpstreamCalls, type UpstreamSettings } from './upstream-calls.ts';
import { toUpstreamBody } from './upstream-request.ts';

export function openaiUpstream(settings: UpstreamSettings, client: HttpClient, tools: UpstreamTools): Upstream {
  const { name: engine, dialect, thinking, knowsAccounts } = settings;
  const { log, newToolCallId } = tools;
  const calls = createUpstreamCalls(settings, client);
  const contexts = new LearnedContexts(calls.listModels);
  const counter = new TokenCounter(calls.count);
  const learned =
    dialect.runningUsage === 'auto' ? new LearnedRunningUsage({ engine, ask: calls.probe, log }) : undefined;
  const runningUsage = (): RunningUsage => (dialect.runningUsage === 'auto' ? learned!.current : dialect.runningUsage);

  const wire = {
    ask: (request: EngineRequest, signal: StopSignal) => {
      if (!request.chat.embedding) learned?.learnAgain();
      return calls.ask(request, runningUsage(), signal);
    },
    readerFor: (chat: ChatRequest) => {
      const { stop: stops } = chat;
      const kept = writtenFor(chat, dialect.supports);
      return new AnswerReader({ newToolCallId, thinking, knowsAccounts, stops, writtenFor: kept });
    },
    answered: (status: number) => {
      if (status === 400 || status === 422) learned?.forget();
    },
  };

  return {
    open: createOpen(settings, wire, tools),
    health: () => healthFrom(calls.listModels),
    learn: () => learned?.learn(),
    stopLearning: () => learned?.stop(),
    contextTokensOf: (engineModel = dialect.model) => contexts.of(engineModel),
    countTokens: async ({ chat, engineModel: model = dialect.model }, signal) => {
      // Engines count a picture as the one mark that stands for it in the prompt.
      if (chat.sendsParts) return undefined;
      const body = toUpstreamBody({ ...chat, stream: false }, 1, { ...dialect, model, runningUsage: 'none' });
      return counter.count(body, signal);
    },
  };
}
