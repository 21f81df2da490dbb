/** `doctor`: what is wrong, in words, and how to mend it. */
import type { Engine } from '../../core/engine.ts';
import type { BelowCost } from '../../features/margins/index.ts';
import type { SetUpStep } from '../../features/service-settings/rules.ts';
import type { Report } from '../../platform/commands/command.ts';
import { type Finding, fine, note, saidBy, wrong } from '../../platform/commands/doctor-finding.ts';
import type { Config } from '../configuration/config.ts';
import { backupFinding, clockFinding, folderFindings, secretFinding } from './doctor-machine.ts';
import { mailFinding, publicAddressFindings, webhookFindings } from './doctor-outside.ts';
import { paymentFindings } from './doctor-payments.ts';

/** The database: what it is called, whether there is anything to open yet, and whether it is fit for use. */
type DatabasePart = {
  readonly name: string;
  readonly isThere: boolean;
  /** Throws what is wrong. Returns when the ledger was last written to, if it says. */
  readonly check: () => Promise<number | undefined>;
};

export async function doctor(
  config: Config,
  parts: {
    readonly database: DatabasePart;
    readonly engines: ReadonlyMap<string, Engine>;
    /** The problems of engines that operators have set. */
    readonly engineProblems: readonly string[];
    /** Words of the database that are in vain, each in a sentence. */
    readonly ignored: readonly string[];
    /** The models that are sold for less than an engine of them costs. */
    readonly belowCost: readonly BelowCost[];
    /** Steps of the set-up that are not done. */
    readonly openSteps: readonly SetUpStep[];
    readonly nowMs: number;
    /** The problems of the model files, each in a sentence. */
    readonly modelProblems: () => Promise<readonly string[]>;
  },
): Promise<Report> {
  const storage = await databaseFinding(parts.database);
  const server = await serverFinding(config);
  const findings: Finding[] = [
    { ok: true, what: `configuration: valid (${config.source}), catalogue ${config.catalogue}` },
    ...config.warnings.map((what) => ({ ok: true, what: `note: ${what}` })),
    ...folderFindings(config),
    secretFinding(config),
    storage.finding,
    clockFinding(parts.nowMs, storage.newestMs),
    server.finding,
    ...(await publicAddressFindings(config, server.isRunning)),
    await backupFinding(config),
    await mailFinding(config),
    ...(await webhookFindings(config)),
    ...paymentFindings(config),
    ...(await engineFindings(config, parts.engines)),
    ...parts.engineProblems.map((problem) =>
      wrong(`engines that operators have set: ${problem}`, 'mend it on the page of engines'),
    ),
    ...parts.ignored.map((sentence) =>
      note(sentence, 'remove it from the file if the database is to decide it (docs/operating/operator-area.md)'),
    ),
    ...parts.belowCost.map(({ model, engine, tokens }) =>
      note(
        `price: ${model} is sold below what the engine ${engine} costs (${tokens.join(', ')})`,
        'raise its price ("boreal price set"), or correct the buying price ("boreal buying set")',
      ),
    ),
    ...(await embeddedFindings(config, parts)),
    ...setUpFindings(parts.openSteps),
  ];
  const failed = findings.some((finding) => !finding.ok);
  const lines = findings.map(
    ({ ok, what, mend }) => `${ok ? (mend ? 'note' : 'ok  ') : 'FAIL'} ${what}${mend ? `\n     → ${mend}` : ''}`,
  );
  return { json: { ok: !failed, findings }, text: lines.join('\n'), failed };
}

/** How each step is done; all of them are on the operator's overview. Address and mail have findings of their own. */
const STEP_WORDS: Readonly<Record<Exclude<SetUpStep, 'address' | 'mail'>, readonly [what: string, mend: string]>> = {
  name: ['the service has no name of its own', 'set serviceName, on the page Settings or in the file'],
  'second-factor': [
    'no operator is there yet, or one has no second factor',
    'open the link in the log of the server, and set it up on the page Account',
  ],
  seller: ['the seller is not named on documents', 'set payments.seller, on the page Settings or in the file'],
  payment: [
    'there is no way to pay',
    'set payments.bank, on the page Settings or in the file, or payments.stripe in the file',
  ],
  terms: [
    'customers accept no terms',
    'set legal with front.terms and front.privacy, on the page Settings or in the file',
  ],
  models: ['the first models are not chosen, or no engine answers for them', 'choose them on the page Models'],
  prices: ['nothing is for sale, or a model has no price', 'see the pages Prices and Plans'],
  'first-order': ['no order was paid yet', 'buy something as a customer would, and confirm its payment'],
};

const setUpFindings = (open: readonly SetUpStep[]): readonly Finding[] =>
  open.flatMap((step) => {
    if (step === 'address' || step === 'mail') return [];
    const [what, mend] = STEP_WORDS[step];
    return [note(`set-up: ${what}`, mend)];
  });

async function databaseFinding({
  name,
  isThere,
  check,
}: DatabasePart): Promise<{ readonly finding: Finding; readonly newestMs?: number | undefined }> {
  if (!isThere) return { finding: fine(`database: ${name} does not exist yet; the first start makes it`) };
  try {
    const newestMs = await check();
    return { finding: fine(`database: ${name} opens and has the right schema`), newestMs };
  } catch (error) {
    return { finding: wrong(`database: ${saidBy(error)}`, 'see the message; "boreal restore" puts back a backup') };
  }
}

/** A server that does not run is no fault: doctor is also for before the start. */
async function serverFinding(config: Config): Promise<{ readonly finding: Finding; readonly isRunning: boolean }> {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  const address = `http://${host}:${config.port}/readyz`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(5000) });
    const body = (await answer.json()) as { problems?: readonly string[] };
    const problems = (body.problems ?? []).join('; ');
    if (answer.status === 200 && problems) {
      return { finding: note(`server: ready at ${address}, but ${problems}`, 'see the log'), isRunning: true };
    }
    if (answer.status === 200) return { finding: fine(`server: ready at ${address}`), isRunning: true };
    return { finding: wrong(`server: runs but is not ready: ${problems}`, 'see below'), isRunning: true };
  } catch {
    return { finding: fine(`server: nothing answers at ${address}; start it with "npm start"`), isRunning: false };
  }
}

async function engineFindings(config: Config, engines: ReadonlyMap<string, Engine>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, engine] of engines) {
    const { ok, detail } = await engine.health();
    const mend = `check engines.${name}.baseUrl and apiKey, and that the server behind it runs`;
    findings.push({ ok, what: `engine ${name}: ${detail}`, ...(!ok && { mend }) });
    if (config.engines[name]?.cacheIsolation === 'none') findings.push(sharedCache(name));
  }
  const without = [...config.models.models.values()].filter((model) => !model.engine).map((model) => model.id);
  if (without.length > 0) {
    const mend = 'add an engine to the configuration and name it in models';
    findings.push({ ok: false, what: `models without an engine: ${without.join(', ')} (they answer 502)`, mend });
  }
  return findings;
}

const sharedCache = (name: string): Finding =>
  note(
    `cache of engine ${name}: shared by all accounts, unless the engine keeps callers apart by itself`,
    `set engines.${name}.cacheIsolation where the engine takes it (docs/operating/engines.md)`,
  );

/** The plan of the embedded engine: it runs only beside the server. */
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
