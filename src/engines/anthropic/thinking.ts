/** The wish to think, as the Messages API takes it. */
import type { ChatRequest, JsonObject, Message, ReasoningEffort } from '../../core/chat.ts';

import { isSealed } from '../../dialects/sealed-thoughts.ts';

export type ThinkingMode = 'adaptive' | 'budget';

type Asked = { readonly thinking?: JsonObject; readonly effort?: string };

const EFFORTS: Readonly<Partial<Record<ReasoningEffort, string>>> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
};

const BUDGETS: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 1024,
  low: 4096,
  medium: 10_000,
  high: 20_000,
  xhigh: 32_000,
};
/** The API takes no smaller budget. */
const BUDGET_MIN = 1024;
const OFF = { type: 'disabled' };

/** Nothing is asked of a model that does not think. A call that is forced excludes thinking. */
export function thinkingFor(
  { thinking, reasoningEffort: effort, toolChoice, messages }: ChatRequest,
  maxOutputTokens: number,
  mode: ThinkingMode,
): Asked {
  if (!thinking) return {};
  const isForced = toolChoice?.mode === 'required' || toolChoice?.mode === 'oneOf';
  if (thinking.mode === 'off' || isForced) return { thinking: OFF };
  const { display, budgetTokens } = thinking;
  if (mode === 'adaptive') {
    const word = effort && EFFORTS[effort];
    return { thinking: { type: 'adaptive', ...(display && { display }) }, ...(word && { effort: word }) };
  }
  // The budget is a part of the answer, of which something has to be left.
  const budget = Math.min(budgetTokens ?? BUDGETS[effort ?? 'medium'], maxOutputTokens - 1);
  if (budget < BUDGET_MIN || lacksThought(messages)) return { thinking: OFF };
  const omitted = display === 'omitted' && { display };
  return { thinking: { type: 'enabled', budget_tokens: budget, ...omitted } };
}

/** With a budget, a turn whose calls were just answered has to begin with its thoughts; many clients do not keep them. */
function lacksThought(messages: readonly Message[]): boolean {
  const last = messages.findLast(({ role }) => role === 'user' || role === 'assistant');
  return last?.role === 'assistant' && last.toolCalls.length > 0 && !last.turn?.some(isSealed);
}
