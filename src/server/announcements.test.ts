import { expect, test } from 'bun:test';
import { answeredCatalogue } from '../../test/support/settings-chats.ts';
import { NOTHING_DECLARED } from '../core/declared.ts';
import { DEFAULT_PLANS } from '../core/plan.ts';
import { systemClock } from '../platform/clock.ts';
import { followAnnouncements } from './announcements.ts';
import type { Announcements } from './stores/announcements.ts';

const NOTHING: Announcements = {
  ...{ prices: [], offers: [], planVersions: [], engineChanges: [], buyingVersions: [], rates: [] },
  ...{
    signUp: null,
    preset: null,
    defaultModel: null,
    lastReload: 0,
    engineRevision: 0,
    groupVersions: [],
    memberRevision: 0,
    settings: [],
  },
};

test('what was read before a change does not come back when it arrives after the change', async () => {
  const [first, ...reads] = Array.from({ length: 4 }, () => Promise.withResolvers<Announcements>());
  const asked = [first!, ...reads].values();
  const read = () => asked.next().value!.promise;
  first!.resolve(NOTHING);
  let reloads = 0;
  let revisions = 0;
  const models = answeredCatalogue();
  const announced = await followAnnouncements({
    announcements: { read, revision: async () => String(++revisions) },
    prices: { publish: async () => new Map() },
    groups: {
      members: async () => [],
      price: () => Promise.reject(new Error('not asked')),
      publish: async () => {},
    },
    configured: { models, sold: new Map(), priceGroups: new Map(), signUp: 'open', declared: NOTHING_DECLARED },
    ...{ catalogue: models, plans: DEFAULT_PLANS, clock: systemClock },
    log: { info() {}, warn() {}, error() {} },
    onReload: () => void reloads++,
  });
  const [before, after] = [announced.refresh(), announced.refresh()];
  const changed: Announcements = { ...NOTHING, signUp: 'closed', lastReload: 1 };

  reads[1]!.resolve(changed);
  await after;
  reads[0]!.resolve(NOTHING);
  await before;

  expect(announced.said()).toEqual(changed);
  expect(announced.signUp()).toBe('closed');
  const next = announced.refresh();
  reads[2]!.resolve(changed);
  await next;
  expect(reloads).toBe(1);
  announced.stop();
});
