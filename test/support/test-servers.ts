/** The servers that `npm test` has found or started for the tests. */

/** PostgreSQL, as a superuser of a server that is there for tests only. */
export const postgresUrl = (): string => given('BOREAL_TEST_POSTGRES_URL', 'PostgreSQL');

/** Redis or Valkey. Tests share it: keys need a prefix that is new in each. */
export const redisUrl = (): string => given('BOREAL_TEST_REDIS_URL', 'Redis');

/** The path of an nginx. */
export const nginxPath = (): string => given('BOREAL_TEST_NGINX', 'nginx');

/** The path of a Chromium. */
export const chromiumPath = (): string => given('BOREAL_TEST_CHROMIUM', 'Chromium');

function given(variable: string, what: string): string {
  const value = process.env[variable];
  if (value) return value;
  throw new Error(
    `This test needs ${what}: run it with "npm test -- <path>", which finds or starts it, or set ${variable}.`,
  );
}
