/** The settings of the service that hold now, followed while the server runs. Values are read when one has changed. */
import { type SettingMark, settingsRevision } from '../core/service-settings.ts';
import { sentencesOf } from '../platform/configuration/problem.ts';
import type { Platform } from '../platform/platform.ts';
import type { Config } from './configuration/config.ts';
import { type FoundSettings, openSettings, settingsFrom } from './configuration/settings-config.ts';
import type { AnnouncementReader } from './stores/announcements.ts';

type LiveSettings = {
  /** The same object until one of them changes. */
  now(): FoundSettings;
  /** Reads the values where these marks are newer than what is known. */
  follow(marks: readonly SettingMark[]): Promise<void>;
};

type Following = Pick<Platform, 'vault' | 'log'> & { readonly announcements: Pick<AnnouncementReader, 'settings'> };

/** `file`: as the server was started. What it declares counts until a restart. */
export async function followSettings(
  file: Config,
  marks: readonly SettingMark[],
  { vault, log, announcements }: Following,
): Promise<LiveSettings> {
  let known = settingsRevision(marks);
  const read = async () => settingsFrom(file, await openSettings(await announcements.settings(), vault));
  let found = await read();
  tellWrong(found);

  function tellWrong({ problems }: FoundSettings): void {
    for (const problem of sentencesOf(problems)) log.error({ problem }, WRONG);
  }

  return {
    now: () => found,
    follow: async (next) => {
      const revision = settingsRevision(next);
      if (revision === known) return;
      const changed = await read();
      // One that began before a change may arrive after one that has seen it.
      if (revision < known) return;
      known = revision;
      found = changed;
      tellWrong(found);
      log.info({ revision }, 'settings of the service changed by an operator');
    },
  };
}

const WRONG =
  'a setting of the service that an operator has made is wrong, and does not count: see the page of settings';
