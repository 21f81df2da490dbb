/**
 * A Chromium for tests of the pages. Tests start it themselves. The shell without windows draws the same pages in half of
 * the processor time, and so is installed also beside another one.
 */
import { findOrInstall, findOrTryToInstall, findProgram } from './programs.mjs';

const WHAT_TO_DO =
  'The tests of the pages need Chromium: install it (Debian: apt-get install chromium-headless-shell), or set BOREAL_TEST_CHROMIUM to its path.';

const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

export function findChromium() {
  return findOrTryToInstall(() => findProgram([SHELL]), [SHELL]) ?? findWithWindows();
}

function findWithWindows() {
  return findOrInstall(() => findProgram(NAMES, APPLICATIONS), { packages: ['chromium'], whatToDo: WHAT_TO_DO });
}
