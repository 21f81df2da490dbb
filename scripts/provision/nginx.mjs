/** An nginx for tests of the proxy that we ship the settings of. Tests start it themselves. */
import { findOrInstall, findProgram } from './programs.mjs';

const WHAT_TO_DO =
  'The tests behind a proxy need nginx: install it (Debian: apt-get install nginx-light; macOS: brew install nginx), or set BOREAL_TEST_NGINX to its path.';

/** Debian keeps it where only root looks. */
const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

export function findNginx() {
  return findOrInstall(() => findProgram(['nginx'], PLACES), {
    packages: ['nginx-light', 'nginx'],
    whatToDo: WHAT_TO_DO,
  });
}
