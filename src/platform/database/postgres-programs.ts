/** PostgreSQL's own programs. They get the address by their environment: a list of processes shows arguments. */

export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
}

export async function runPostgresProgram(
  program: 'pg_dump' | 'pg_restore',
  words: readonly string[],
  databaseUrl: string,
): Promise<void> {
  const path = Bun.which(program);
  if (!path) {
    throw new ProgramFailed(
      `${program} is not installed here: install the client programs of PostgreSQL, at least as new as the server, ` +
        'or do it where the database runs.',
    );
  }
  const child = Bun.spawn([path, ...words], {
    env: { ...withoutOurs(process.env), ...variablesOf(databaseUrl) },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const [said, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  if (code !== 0) throw new ProgramFailed(`${program} ended with code ${code}: ${said.trim().slice(0, 2000)}`);
}

/** Our own settings, above all our secrets, are no business of theirs. */
const withoutOurs = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('BOREAL_')));

/** The name of the database that an address leads to. */
export const databaseNameOf = (databaseUrl: string): string =>
  decodeURIComponent(new URL(databaseUrl).pathname.slice(1));

function variablesOf(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, searchParams } = new URL(databaseUrl);
  const sslmode = searchParams.get('sslmode');
  return {
    PGHOST: hostname.replace(/^\[(.*)\]$/, '$1'),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: databaseNameOf(databaseUrl),
    ...(sslmode && { PGSSLMODE: sslmode }),
  };
}
