/**
 * `npm run test:imports`: `boreal import` from services that really ran. one-api and new-api are built from their Go modules,
 * get users, keys, channels and spending, and are left behind; LiteLLM's database has the schema that it publishes. The
 * tests are in test/imports. What cannot be had is named, and left out.
 */
import { spawnSync } from 'node:child_process';
import { bunEnv, bunPath, ROOT } from '../bin/bun.mjs';
import { argumentsOf } from './arguments.mjs';
import { installDevPackages } from './dev-packages.mjs';
import { findLiteLlmMigrations, findNewApi, findOneApi, findTokenizers } from './provision/foreign-programs.mjs';
import { startMariadb } from './provision/mariadb.mjs';
import { provision } from './provision/provision.mjs';

argumentsOf({});
const running = [];
try {
  installDevPackages();
  const servers = await provision(['postgres']);
  running.push(servers);
  const env = {
    ...bunEnv(),
    ...servers.env,
    ...(await had('one-api', 'BOREAL_TEST_ONE_API', findOneApi)),
    ...(await had("the words of one-api's tokenizer", 'TIKTOKEN_CACHE_DIR', findTokenizers)),
    ...(await had('new-api', 'BOREAL_TEST_NEW_API', findNewApi)),
    ...(await had('LiteLLM', 'BOREAL_TEST_LITELLM_MIGRATIONS', findLiteLlmMigrations)),
    ...(await had('MariaDB', 'BOREAL_TEST_MARIADB_URL', startMariadbHere)),
  };
  const words = ['test', '--timeout=900000', './test/imports/'];
  const { status } = spawnSync(bunPath(), words, { cwd: ROOT, env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  for (const { stop } of running) await stop();
}

async function startMariadbHere() {
  const server = await startMariadb();
  running.push(server);
  return server.url;
}

async function had(what, variable, find) {
  try {
    return { [variable]: await find() };
  } catch (error) {
    console.log(`LEFT OUT: ${what} is not to be had: ${error.message}`);
    return {};
  }
}
