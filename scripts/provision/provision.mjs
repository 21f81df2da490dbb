/**
 * What the tests need of the machine: a PostgreSQL, a Redis or Valkey, an nginx, and for the pages a Chromium. Each comes from the
 * variable that names it, else from a program that is installed, else on Debian from its package. When it comes from
 * nowhere, this throws one sentence that says what to install: no test is left out in silence.
 */
import { findChromium } from './chromium.mjs';
import { findNginx } from './nginx.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';

const NEEDS = {
  postgres: { variable: 'BOREAL_TEST_POSTGRES_URL', start: startPostgres },
  redis: { variable: 'BOREAL_TEST_REDIS_URL', start: startRedis },
  nginx: { variable: 'BOREAL_TEST_NGINX', start: async () => ({ url: findNginx(), stop: async () => {} }) },
  chromium: { variable: 'BOREAL_TEST_CHROMIUM', start: async () => ({ url: findChromium(), stop: async () => {} }) },
};

/**
 * Returns the variables for the tests, and how to stop what was started. It also stops when this process ends. A database
 * is made below `parent`, if that is given.
 */
export async function provision(names, parent) {
  const missing = names.map((name) => NEEDS[name]).filter(({ variable }) => !process.env[variable]);
  const outcomes = await Promise.allSettled(
    missing.map(async ({ variable, start }) => ({ variable, ...(await start(parent)) })),
  );
  const started = outcomes.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
  const stop = async () => void (await Promise.all(started.map((one) => one.stop())));
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  return { env: Object.fromEntries(started.map(({ variable, url }) => [variable, url])), stop };
}
