/** `doctor`: what is wrong, in words, and how to mend it. */
import type { Engine } from '../domain/ports.ts';
import type { Config } from '../ops/config.ts';
import type { Report } from './command.ts';

/** The books: what they are called, whether there is anything to open yet, and whether it is fit for use. */
type DatabasePart = { readonly name: string; readonly isThere: boolean; readonly check: () => Promise<void> };
type Finding = { readonly ok: boolean; readonly what: string; readonly mend?: string };

export async function doctor(
  config: Config,
  parts: {
    readonly database: DatabasePart;
    readonly engines: ReadonlyMap<string, Engine>;
    /** What is wrong with the model files, each in a sentence. */
    readonly modelProblems: () => Promise<readonly string[]>;
  },
): Promise<Report> {
  const findings: Finding[] = [
    { ok: true, what: `configuration: valid (${config.source}), catalogue ${config.catalogue}` },
    ...config.warnings.map((what) => ({ ok: true, what: `note: ${what}` })),
    await databaseFinding(parts.database),
    await serverFinding(config),
    ...(await engineFindings(config, parts.engines)),
    ...(await embeddedFindings(config, parts)),
  ];
  const failed = findings.some((finding) => !finding.ok);
  const lines = findings.map(
    ({ ok, what, mend }) => `${ok ? 'ok  ' : 'FAIL'} ${what}${mend ? `\n     → ${mend}` : ''}`,
  );
  return { json: { ok: !failed, findings }, text: lines.join('\n'), failed };
}

async function databaseFinding({ name, isThere, check }: DatabasePart): Promise<Finding> {
  if (!isThere) return { ok: true, what: `database: ${name} does not exist yet; the first start makes it` };
  try {
    await check();
    return { ok: true, what: `database: ${name} opens and has the right schema` };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, what: `database: ${message}`, mend: 'see the message; a backup restores what is lost' };
  }
}

/** A server that does not run is no fault: doctor is also for before the start. */
async function serverFinding(config: Config): Promise<Finding> {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  const address = `http://${host}:${config.port}/readyz`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(5000) });
    const body = (await answer.json()) as { problems?: readonly string[] };
    if (answer.status === 200) return { ok: true, what: `server: ready at ${address}` };
    return { ok: false, what: `server: runs but is not ready: ${(body.problems ?? []).join('; ')}`, mend: 'see below' };
  } catch {
    return { ok: true, what: `server: nothing answers at ${address}; start it with "npm start"` };
  }
}

async function engineFindings(config: Config, engines: ReadonlyMap<string, Engine>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, engine] of engines) {
    const { ok, detail } = await engine.health();
    const mend = `check engines.${name}.baseUrl and apiKey, and that the server behind it runs`;
    findings.push({ ok, what: `engine ${name}: ${detail}`, ...(!ok && { mend }) });
  }
  const without = [...config.models.models.values()].filter((model) => !model.engine).map((model) => model.id);
  if (without.length > 0) {
    const mend = 'add an engine to the configuration and name it in models';
    findings.push({ ok: false, what: `models without an engine: ${without.join(', ')} (they answer 502)`, mend });
  }
  return findings;
}

/** What the embedded engine will do: it runs only beside the server. */
async function embeddedFindings(
  { embeddedModels }: Config,
  { modelProblems }: Parameters<typeof doctor>[1],
): Promise<Finding[]> {
  if (embeddedModels.size === 0) return [];
  const mend = 'correct the path in the configuration, or the settings that the sentence names';
  const problems = (await modelProblems()).map((what) => ({ ok: false, what: `embedded engine: ${what}`, mend }));
  const files = new Set([...embeddedModels.values()].map(({ file }) => file));
  const answers = [...files].map((file) => {
    const ids = [...embeddedModels].filter(([, model]) => model.file === file).map(([id]) => id);
    const what = `embedded engine: answers for ${ids.join(', ')} with ${file || 'the built-in model'} while the server runs`;
    return { ok: true, what };
  });
  return [...answers, ...problems];
}
