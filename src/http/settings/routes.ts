/** Every route of the settings area but those of signing in, on one screen. */
import type { Catalogue } from '../../domain/model.ts';
import type { AccountKeys, Clock } from '../../domain/ports.ts';
import type { KeyDesk } from '../../service/key-desk.ts';
import type { Route } from '../call.ts';
import type { ChatEdge } from '../chat-completions.ts';
import { keyRoutes } from './keys.ts';
import { modelRoutes } from './models.ts';
import { playgroundRoutes } from './playground.ts';

export type SettingsParts = {
  readonly stores: SettingsStores;
  readonly keyDesk: KeyDesk;
  readonly catalogue: Catalogue;
  readonly chatEdge: ChatEdge;
  readonly clock: Clock;
};

/** The part of what is kept that pages ask for. */
export type SettingsStores = {
  readonly accountKeys: AccountKeys;
};

export const settingsRoutes = (parts: SettingsParts): readonly Route[] => [
  ...modelRoutes(parts.catalogue),
  ...keyRoutes(parts.keyDesk),
  ...playgroundRoutes(parts.chatEdge),
];
