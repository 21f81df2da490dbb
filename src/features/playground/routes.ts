import { chatDialect } from '../../dialects/chat/chat-dialect.ts';
import { type ChatEdge, chatHandler } from '../../gateway/edge/chat-handler.ts';
import type { Route } from '../../platform/http/call.ts';
import { methodAndPath } from '../../platform/http/page-route.ts';
import { playground } from './contract.ts';

/** A chat from the pages: the same edge as POST /v1/chat/completions, so it is checked, limited and paid alike. */
export const playgroundRoutes = (edge: ChatEdge): readonly Route[] => [
  {
    ...methodAndPath(playground.name),
    guard: 'spender',
    isCharged: true,
    handle: chatHandler(edge, chatDialect),
  },
];
