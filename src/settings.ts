/** Composition root of the settings area: people → services → routes. `main.ts` puts the routes beside its own. */
import type { People, RateLimits } from './domain/ports.ts';
import type { Route } from './http/call.ts';
import { createPersonGate, type PersonGate } from './http/person-gate.ts';
import { type SettingsParts, settingsRoutes } from './http/settings/routes.ts';
import { createSpenderGate, type SpenderGate } from './http/spender-gate.ts';
import { createKeyDesk, type KeyDeskParts } from './service/key-desk.ts';

export type SettingsArea = {
  readonly routes: readonly Route[];
  readonly personGate: PersonGate;
  readonly spenderGate: SpenderGate;
};

export type SettingsAreaParts = Omit<SettingsParts, 'keyDesk'> &
  Pick<KeyDeskParts, 'ids' | 'prefix' | 'fingerprint' | 'random' | 'forget'> & {
    /** Where our own pages are served from. */
    readonly origins: readonly string[];
    readonly rateLimits: RateLimits;
    readonly requestsPerMinute: number;
  };

export function createSettingsArea(parts: SettingsAreaParts): SettingsArea {
  const { rateLimits, requestsPerMinute } = parts;
  const personGate = createPersonGate(parts.people, parts.origins);
  const keyDesk = createKeyDesk({ ...parts, accountKeys: parts.stores.accountKeys });
  return {
    routes: settingsRoutes({ ...parts, keyDesk }),
    personGate,
    spenderGate: createSpenderGate({ personGate, keyOf: keyDesk.playground, rateLimits, requestsPerMinute }),
  };
}

/** Nobody can sign in yet. */
export const NOBODY: People = {
  personOf: async () => undefined,
  change: async () => {},
  hasPassword: async () => false,
  isPassword: async () => false,
  remove: async () => {},
};
