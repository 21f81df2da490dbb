import { chatDialect } from '../../dialects/chat/chat-dialect.ts';
import { type ChatEdge, chatHandler } from '../../gateway/edge/chat-handler.ts';
import type { Route } from '../../platform/http/call.ts';

/** A chat from the pages: the same edge as POST /v1/chat/completions, so it is checked, limited and paid alike. */
export const playgroundRoutes = (edge: ChatEdge): readonly Route[] => [
  {
    method: 'POST',
    path: '/api/playground/completions',
    guard: 'spender',
    isCharged: true,
    handle: chatHandler(edge, chatDialect),
  },
];
