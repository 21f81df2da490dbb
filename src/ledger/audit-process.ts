/** The audit in a process of its own: it reads every row, and SQLite would do that on the thread that serves. */

type Verdict = { readonly ok: boolean; readonly problems: readonly string[] };

/** `program` is the command line of Boreal. It gets the environment and the folder of this process. */
export async function auditInProcess(program: string, scope: 'full' | 'new'): Promise<Verdict> {
  const words = ['audit', '--json', ...(scope === 'full' ? ['--full'] : [])];
  const child = Bun.spawn([process.execPath, '--no-install', program, ...words], {
    env: process.env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [said, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const line = said.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) throw new Error(`The audit ended with code ${code}: ${complaint.trim().slice(0, 1000)}`);
  return JSON.parse(line) as Verdict;
}
