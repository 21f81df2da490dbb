/** Composition root of the settings area: people → services → routes. `main.ts` puts the routes beside its own. */
import type { People } from './domain/ports.ts';
import type { Route } from './http/call.ts';
import { createPersonGate, type PersonGate } from './http/person-gate.ts';
import { webRoutes } from './http/web-files.ts';
import { bundleWeb } from './ops/web-bundle.ts';

export type SettingsArea = {
  readonly routes: readonly Route[];
  readonly personGate: PersonGate;
};

export function createSettingsArea(): SettingsArea {
  // Nobody can sign in yet.
  const people: Pick<People, 'personOf'> = { personOf: async () => undefined };
  return { routes: webRoutes(bundleWeb()), personGate: createPersonGate(people, []) };
}
