import type { KeyCall, Route } from '../../platform/http/call.ts';
import { methodAndPath } from '../../platform/http/page-route.ts';
import { playground } from './contract.ts';

/** A chat from the pages. The handler is that of POST /v1/chat/completions, so it is checked, limited and paid alike. */
export const playgroundRoutes = (handle: (call: KeyCall) => Response | Promise<Response>): readonly Route[] => [
  { ...methodAndPath(playground.name), guard: 'spender', isCharged: true, handle },
];
