/** A Chromium for tests of the pages. Tests start it themselves. */
import { findOrInstall, findProgram } from './programs.mjs';

const WHAT_TO_DO =
  'The tests of the pages need Chromium: install it (Debian: apt-get install chromium), or set BOREAL_TEST_CHROMIUM to its path.';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

export function findChromium() {
  return findOrInstall(() => findProgram(NAMES, APPLICATIONS), { packages: ['chromium'], whatToDo: WHAT_TO_DO });
}
