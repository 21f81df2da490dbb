/** A Prometheus, with its promtool, for the trial of alerts and dashboard. The tests start it themselves. */
import { findOrInstall, folderWith } from './programs.mjs';

const WHAT_TO_DO =
  'The trial of alerts and dashboard needs prometheus and promtool: install them (Debian: apt-get install prometheus; macOS: brew install prometheus), or put their folder into PATH.';

/** The folder of both programs. */
export const findPrometheus = () =>
  findOrInstall(() => folderWith(['prometheus', 'promtool']), { packages: ['prometheus'], whatToDo: WHAT_TO_DO });
