/** What each route of the pages does, for the table of roles (`core/roles.ts`). A route that is missing does not compile. */
import type { MemberAction } from '../../core/roles.ts';
import type { SettingsRoute } from './settings-api.ts';

/** Those that answer with a file, and are no part of the typed API. */
export type FileRoute = 'GET /api/openapi.json';

/** For visitors, too. */
export type OpenRoute = never;

export const ROUTE_ACTIONS: Readonly<Record<Exclude<SettingsRoute, OpenRoute> | FileRoute, MemberAction>> = {
  'GET /api/me': 'self',
  'PATCH /api/me': 'self',
  'GET /api/openapi.json': 'describe',
};
