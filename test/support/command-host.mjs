/**
 * Runs commands of `boreal` one after the other in one process, each with its own environment and folder. To start the
 * program takes ten times as long as most commands do. `service-process.ts` asks it by messages.
 */
import { inspect } from 'bun';

const [program] = process.argv.slice(2);
/** Then the snapshot of the program does not begin, but leaves its commands here. */
globalThis.isCommandHost = true;
require(program);
const { commandLine } = globalThis;

process.on('message', async ({ id, words, env, cwd }) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  const printed = { stdout: '', stderr: '' };
  const printTo =
    (name) =>
    (...values) => {
      printed[name] += `${values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ')}\n`;
    };
  console.log = printTo('stdout');
  console.error = printTo('stderr');
  const code = await commandLine(words);
  process.send({ id, code, ...printed });
});
