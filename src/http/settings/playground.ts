import type { Route } from '../call.ts';
import { type ChatEdge, chatCompletions } from '../chat-completions.ts';

/** A chat from the pages: the same edge as POST /v1/chat/completions, so it is checked, limited and paid alike. */
export const playgroundRoutes = (edge: ChatEdge): readonly Route[] => [
  { method: 'POST', path: '/api/playground/completions', guard: 'spender', handle: chatCompletions(edge) },
];
