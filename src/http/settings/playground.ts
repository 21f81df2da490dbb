import { chatDialect } from '../../wire/chat-dialect.ts';
import type { Route } from '../call.ts';
import { type ChatEdge, chatHandler } from '../chat-handler.ts';

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
