/** Every setting: its name, what it may be, its default, and one sentence about it. The docs are checked against this. */
import { z } from 'zod';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { ENGINE_CHOICES, MODALITIES, MODEL_ID, QUANTIZATIONS } from '../../core/model.ts';
import { DEFAULT_PLANS } from '../../core/plan.ts';
import { PRESETS } from '../../core/preset.ts';
import { isOneAllowance, ONE_ALLOWANCE, planFields, planId } from '../../platform/api/plans.ts';
import { groupFields, groupId } from '../../platform/api/price-groups.ts';
import { tierPercents } from '../../platform/api/tiers.ts';
import {
  count,
  engineShare,
  flag,
  gift,
  httpUrl,
  isNameServer,
  isOrigin,
  modelReference,
  ms,
  price,
  serverUrl,
  whole,
} from '../../platform/configuration/config-values.ts';
import { metricsExportSchema, tracesSchema } from '../../platform/telemetry/otlp-config.ts';
import { engine } from './engine-config.ts';
import { frontSchema } from './front-config.ts';
import { legalSchema } from './legal-config.ts';
import { paymentsSchema } from './payments-config.ts';

/** How the embedded engine writes a chat for a model, where the file's own way is missing or wrong. */
const template = z.enum(['chatml', 'llama3', 'gemma', 'mistral', 'qwen']);

const ENGINE_FORM =
  'must be the name of an engine, or a list of names and of {"engine", "weight", "model"} with weights from 0.001 to 1000';

const ROLE_FORM = 'must be a text, or {"en", "cs"} with one for each language';
const MODALITIES_FORM = 'must name text, and each only once';

export const modelSchema = z.strictObject({
  kind: z
    .enum(['chat', 'embedding'])
    .optional()
    .describe(
      '`chat`, or `embedding` for a model that makes vectors: it needs a `price` with `input`, and an `engine` or a `file`.',
    ),
  engine: z
    .union([z.string(), z.array(engineShare).min(1)], ENGINE_FORM)
    .optional()
    .describe('A name in `engines`, or a list of names and of `{"engine","weight","model"}`.'),
  fallback: z
    .string()
    .optional()
    .describe('The id of a model that costs no more: what answers when no engine of this model does.'),
  choose: z
    .enum(ENGINE_CHOICES)
    .optional()
    .describe(
      '`share`: engines get requests by their weights; `cheapest`: the one with the lowest buying price that can answer.',
    ),
  file: modelReference
    .refine((text) => text !== '', 'must not be empty')
    .optional()
    .describe('A GGUF file of its own in the embedded engine.'),
  template: template.optional().describe('How the embedded engine writes a chat for it.'),
  model: z.string().min(1).optional().describe("What the engine calls it, if not the engine's own `model`."),
  role: z
    .union([z.string(), z.strictObject({ en: z.string(), cs: z.string() })], ROLE_FORM)
    .optional()
    .describe('The description that customers read: a text, or `{"en":"…","cs":"…"}`.'),
  modalities: z
    .array(z.enum(MODALITIES))
    .refine((all) => all.includes('text') && new Set(all).size === all.length, MODALITIES_FORM)
    .optional()
    .describe(
      "What a request may hold: `text`, and `image` and `file` (PDF) where its engines take them in OpenAI's form.",
    ),
  imageTokens: z
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .optional()
    .describe(
      'The most tokens that its engines make of one picture: 16384 unless set. Of a smaller one fewer are held: 3072, and one for each square of 14 pixels.',
    ),
  fileTokens: z
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .optional()
    .describe('The same of one document: the whole context unless set.'),
  urls: z
    .boolean()
    .optional()
    .describe(
      'Pictures and documents may be `https` addresses, which the engine fetches from its own network: only where that is harmless.',
    ),
  quantization: z.enum(QUANTIZATIONS).optional().describe('Of its weights, for the lists of models.'),
  hidden: z.boolean().optional().describe('In no list of models, and answered where a request names it.'),
  maxOutputTokens: z
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .optional()
    .describe('The longest answer. A model of your own needs it.'),
  contextTokens: z
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .optional()
    .describe('The context: published, and the input is never held for more.'),
  reasoning: z.boolean().optional().describe('It reasons: `temperature` is ignored.'),
  tools: z.boolean().optional().describe('It takes `tools`.'),
  temperature: z.number().min(0).max(2).optional().describe('Used when the caller sends none.'),
  price: price
    .optional()
    .describe(
      'CZK per million tokens, with at most 3 decimals: `input`, `output`, and optionally `cachedInput`, `cacheWrite5m` and `cacheWrite1h` (as input; written into a cache for 5 minutes or an hour) and `reasoning` (as output). A model of your own needs it.',
    ),
  /** The tiers that it is sold in, each in per cent of its price. */
  tiers: tierPercents.optional(),
  removed: z
    .literal(true, 'must be true, or left out')
    .optional()
    .describe('`true`, alone: this model of the preset is not served.'),
});

/** The presets are there already; another plan says what it gives. */
const plans = z
  .record(planId, z.strictObject(planFields).refine(isOneAllowance, ONE_ALLOWANCE))
  .superRefine((written, context) => {
    for (const [id, { tokens }] of Object.entries(written)) {
      if (tokens !== undefined || Object.hasOwn(DEFAULT_PLANS, id)) continue;
      context.addIssue({ code: 'custom', message: 'is missing', path: [id, 'tokens'] });
    }
  })
  .default({});

/** Customers are put into them one by one, never by the file. */
const priceGroups = z.record(groupId, z.strictObject(groupFields)).default({});

const smtp = z.strictObject({
  host: z.string().min(1).describe('The mail server.'),
  port: whole(1, 65_535).default(587).describe('Its port.'),
  secure: z
    .boolean()
    .default(false)
    .describe(
      'TLS from the first byte, as on port 465. Otherwise TLS begins where the server offers it, and with a `user` it must.',
    ),
  user: z.string().default('').describe('Without a user there is no login.'),
  password: z.string().default('').describe('Sent over TLS only.'),
  allowPlain: z.boolean().default(false).describe('Sends the password also where the server has no TLS.'),
  from: z
    .string()
    .trim()
    .regex(
      /^(?:[^\s@<>]{1,64}@[^\s@<>]{1,255}|[^<>\r\n]{0,200}<[^\s@<>]{1,64}@[^\s@<>]{1,255}>)$/,
      'must be an e-mail address, alone or as "Name <billing@example.com>"',
    )
    .describe('The sender, such as `Boreal <boreal@example.com>`.'),
});

/** Whom the service tells what happens. */
const notices = z.strictObject({
  email: z
    .string()
    .refine((text) => text === '' || /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text), 'must be empty or an e-mail address')
    .default('')
    .describe("The operator's address, for engines, payments and the audit; needs `smtp`."),
  webhook: z
    .strictObject({
      url: z
        .string()
        .refine((text) => {
          const url = URL.parse(text);
          return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash;
        }, 'must be an https address without user name or fragment')
        .describe('An https address.'),
      secret: z.string().min(32).describe('Signs what is sent.'),
      allowPrivate: z
        .boolean()
        .default(false)
        .describe('It may be in a private network, or, also without TLS, on this machine.'),
      ca: z.string().optional().describe('PEM certificates of an authority of your own.'),
    })
    .nullable()
    .default(null)
    .describe('Where notices are posted, and signed.'),
  allowPrivateWebhooks: z
    .boolean()
    .default(false)
    .describe('Webhooks of customers may lead to private networks and this machine.'),
  auditHour: whole(0, 23)
    .nullable()
    .default(3)
    .describe('The hour in Prague at which the ledger is audited; null is never.'),
  auditFull: z
    .enum(['daily', 'weekly'])
    .default('weekly')
    .describe('How often that reads everything; weekly is the night to Sunday.'),
});

const oidcProvider = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 lower-case letters, digits or hyphens')
    .describe('Register `{publicUrl}/api/auth/callback/{id}` at the provider.'),
  name: z.string().min(1).max(60).describe('What the button says.'),
  issuer: httpUrl.describe('The address of the provider.'),
  clientId: z.string().min(1).describe('As the provider gave it.'),
  clientSecret: z.string().min(1).describe('As the provider gave it.'),
});

/** Freedoms of organisations of customers. */
const organisations = z.strictObject({
  dnsServers: z
    .array(z.string().refine(isNameServer, 'must be an IP address, with or without a port, such as 192.0.2.1:53'))
    .max(8)
    .default([])
    .describe(
      'IP addresses that are asked for the records of claimed mail domains; without any, those of this machine.',
    ),
  allowPrivateProviders: z
    .boolean()
    .default(false)
    .describe('Sign-in providers of organisations may be in private networks, there also without TLS.'),
});

const L = DEFAULT_LIMITS;

/** The sentences are what `boreal help limits` prints. */
export const limitSchema = z.strictObject({
  bodyBytesMax: count(L.bodyBytesMax, 256 * 1024 * 1024).describe('the largest request body; above it 413'),
  attachedBodyBytesMax: count(L.attachedBodyBytesMax, 256 * 1024 * 1024).describe(
    'the same with pictures and documents, where a model reads them; the text in it has the limit of all bodies',
  ),
  attachmentsMax: count(L.attachmentsMax, 10_000).describe('pictures and documents in a request'),
  attachmentBytesMax: count(L.attachmentBytesMax, 256 * 1024 * 1024).describe(
    'bytes of one picture or document, before base64',
  ),
  bodyDepthMax: count(L.bodyDepthMax, 1000).describe('the deepest nesting of JSON'),
  bodyKeysMax: count(L.bodyKeysMax, 1_000_000).describe(
    'field names in a body; more let one request hold up the others for longer',
  ),
  bodyValuesMax: count(L.bodyValuesMax, 10_000_000).describe(
    'values in a body; more let one request hold up the others for longer',
  ),
  bodyMs: ms(L.bodyMs).describe('how long a body may take to arrive'),
  bodiesBytesMax: count(L.bodiesBytesMax, 1024 ** 4).describe(
    'bytes of bodies above 64 KiB on their way at once, in all; above it 429',
  ),
  accountBodiesBytesMax: count(L.accountBodiesBytesMax, 1024 ** 4).describe(
    'the same for one account; keep it above the largest body',
  ),
  discardBytesMax: whole(0, 1024 * 1024 * 1024)
    .default(L.discardBytesMax)
    .describe('how much of a refused body is read and thrown away before the answer'),
  discardMs: ms(L.discardMs).describe('how long that may take'),
  messagesMax: count(L.messagesMax, 100_000).describe('messages in a request'),
  toolsMax: count(L.toolsMax, 10_000).describe('tools in a request'),
  stopMax: count(L.stopMax, 100).describe('texts in `stop`'),
  requestsPerMinute: count(L.requestsPerMinute, 1_000_000).describe('admitted requests of one key in any 60 seconds'),
  accountRequestsPerMinute: whole(1, 100_000_000)
    .optional()
    .describe('the same of all keys of one account, for each server and worker; twenty times that unless set'),
  keysPerAccount: count(L.keysPerAccount, 4000).describe('keys of one account that can be used'),
  runningPerKey: whole(1, 1_000_000)
    .optional()
    .describe('chats of one key that run at once, for each server and worker; twice the requests a minute unless set'),
  runningPerAccount: whole(1, 1_000_000)
    .optional()
    .describe('the same over all keys of an account; four times that unless set'),
  pageRequestsPerMinute: count(L.pageRequestsPerMinute, 1_000_000).describe(
    'what a person may ask of the settings API, and a network of the sign-in API',
  ),
  outputToleranceTokens: whole(0, 1_000_000)
    .default(L.outputToleranceTokens)
    .describe('how many tokens, by our own count, an answer may have above its limit before it is ended'),
  pingMs: ms(L.pingMs).describe('silence after which a stream gets `: ping`'),
  headAfterMs: whole(0, 10 * 60 * 1000)
    .default(L.headAfterMs)
    .describe(
      'how long a stream waits for its first token before its head and `: ping` are sent, so that proxies do not give up; a failure after that is an error frame under status 200; 0 waits for the token',
    ),
  writeStallMs: ms(L.writeStallMs).describe('how long a client may not read before it counts as gone'),
  slowReadMs: ms(L.slowReadMs).describe('how long in all a stream may wait for its client to read'),
  drainMs: ms(L.drainMs).describe('how long running answers may take after the order to stop'),
  idempotencyMs: ms(L.idempotencyMs).describe('how long an answer is kept for its `Idempotency-Key`'),
  storedResponseMs: whole(0, 365 * 24 * 60 * 60 * 1000)
    .default(L.storedResponseMs)
    .describe('how long a response of `/v1/responses` is kept; 0 keeps none'),
  storedResponsesMax: count(L.storedResponsesMax, 100_000).describe('kept responses of one account'),
  conversationMs: whole(0, 365 * 24 * 60 * 60 * 1000)
    .default(L.conversationMs)
    .describe('how long a conversation is kept after its last change; 0 keeps none'),
  conversationsMax: count(L.conversationsMax, 1_000_000).describe(
    'conversations of one account; with more, the longest left alone are forgotten',
  ),
  conversationsCharactersMax: count(L.conversationsCharactersMax, 1024 ** 4).describe(
    'characters in all conversations of one account',
  ),
  fileBytesMax: count(L.fileBytesMax, 1024 ** 3).describe('the largest file for batches; above it 413'),
  filesMax: count(L.filesMax, 1_000_000).describe('files that an account keeps'),
  filesBytesMax: count(L.filesBytesMax, 1024 ** 4).describe('bytes of all files of an account'),
  fileMs: whole(1, 365 * 24 * 60 * 60 * 1000)
    .default(L.fileMs)
    .describe('how long files are kept, and results of batches'),
  batchLinesMax: count(L.batchLinesMax, 1_000_000).describe('requests in a batch'),
  batchesMax: count(L.batchesMax, 100_000).describe('batches of an account that have not ended'),
  batchLinesAtOnce: whole(0, 10_000)
    .default(L.batchLinesAtOnce)
    .describe('requests of batches that one process answers at once; 0: none'),
  backgroundMax: count(L.backgroundMax, 100_000).describe(
    'responses in the background of an account that have not ended; above it 429',
  ),
  backgroundAtOnce: whole(0, 10_000)
    .default(L.backgroundAtOnce)
    .describe('responses in the background that one process makes at once; 0: none'),
  backgroundMs: whole(1, 7 * 24 * 60 * 60 * 1000)
    .default(L.backgroundMs)
    .describe('how long a response in the background may wait and run; after it, it has failed'),
  keyCacheMs: whole(0, 1000)
    .default(L.keyCacheMs)
    .describe('how long a key that was looked up is believed: how long a revocation may take'),
});

export const configSchema = z.strictObject({
  host: z.string().min(1).default('127.0.0.1').describe('Where to listen, without TLS.'),
  port: whole(0, 65_535).default(8787).describe('0 takes any free port.'),
  workers: count(1, 256).describe('Processes that serve on the port; more than one needs `databaseUrl`.'),
  dataDir: z.string().min(1).default('./data').describe('Database, secret and lock.'),
  catalogue: z
    .enum(PRESETS)
    .default('A')
    .describe('The models to begin with. Where no file says it, an operator is asked once.'),
  defaultModel: z
    .string()
    .max(128)
    .default('')
    .describe(
      "The model of requests that name none; empty: the one that an operator chose, else the preset's, else the first.",
    ),
  databaseUrl: serverUrl(/^postgres(?:ql)?:$/, 'postgres://user:password@host:port/database')
    .refine((text) => text === '' || (URL.parse(text)?.pathname.length ?? 0) > 1, 'must name a database')
    .default('')
    .describe(
      '`postgres://user:password@host:port/database`: the data in PostgreSQL, for several servers; needs `secret`. Empty: SQLite.',
    ),
  redisUrl: serverUrl(/^(?:redis|rediss|valkey|valkeys):$/, 'redis://:password@host:port')
    .default('')
    .describe(
      '`redis://:password@host:port`, also `rediss`, `valkey`, `valkeys`: counts the requests of all servers; needs `databaseUrl`. Empty: PostgreSQL counts, or memory where one server is alone.',
    ),
  secret: z
    .string()
    .refine((text) => text === '' || text.length >= 32, 'must have at least 32 characters')
    .default('')
    .describe(
      'At least 32 characters, the same on every server; empty: made once and kept in the data folder. Another one makes every key invalid, and keys of engines have to be entered again.',
    ),
  backupTo: z
    .string()
    .max(4096)
    .default('')
    .describe(
      'A folder that is there, for this service alone: a server on SQLite ships its log to it while it runs. Empty: none.',
    ),
  backupEverySeconds: count(10, 3600).describe('How often the log is shipped to `backupTo`.'),
  backupKeepDays: count(7, 3650).describe('How long one can go back in `backupTo`.'),
  backupRecipient: z
    .string()
    .regex(/^$|^age1[02-9ac-hj-np-z]{58}$/, 'must be a recipient of age: age1 and 58 letters and digits')
    .default('')
    .describe('`age1…`: backups are encrypted for this recipient; empty: not at all.'),
  keyPrefix: z
    .string()
    .regex(/^[a-z0-9-]{1,20}$/, 'must be 1 to 20 lower-case letters, digits or hyphens')
    .default('sk-boreal-')
    .describe('How keys begin. Keys with the old prefix are refused.'),
  serviceName: z.string().trim().min(1).max(60).default('Boreal').describe('What people read.'),
  publicUrl: z
    .string()
    .refine((text) => text === '' || isOrigin(text), 'must be an http or https address without a path')
    .default('')
    .describe(
      'http or https, without a path: where people reach the service. Empty: `http://localhost:` and the port.',
    ),
  signUp: z.enum(['open', 'invitation', 'closed']).default('open').describe('Who may sign up.'),
  trial: z
    .strictObject({ czk: gift.describe('Above 0 and up to 10000.') })
    .nullable()
    .default(null)
    .describe('Credit that a new person gets, once for a mailbox: `{"czk":"20"}`.'),
  operators: z
    .strictObject({
      requireSecondFactor: z
        .boolean()
        .optional()
        .describe(
          'They sign in with two factors. Unless set: yes, except where `host` and `publicUrl` are this machine.',
        ),
    })
    .prefault({})
    .describe('What operators need.'),
  security: z
    .strictObject({
      contact: z
        .string()
        .regex(
          /^$|^https:\/\/[!-~]{1,250}$|^[^\s@:]{1,64}@[^\s@:]{1,189}$/,
          'must be an e-mail address or an https address',
        )
        .default('')
        .describe('An e-mail address or an https address.'),
      policy: z
        .string()
        .regex(/^$|^https:\/\/[!-~]{1,250}$/, 'must be an https address')
        .default('')
        .describe('An https address.'),
    })
    .prefault({})
    .describe('For `/.well-known/security.txt`, which is not there without a contact.'),
  sessions: z
    .strictObject({
      idleMinutes: whole(5, 525_600).default(43_200).describe('How long a person may be away before the session ends.'),
    })
    .prefault({})
    .describe('How people stay signed in.'),
  smtp: smtp.nullable().default(null).describe('The mail server; null: links are written to the log.'),
  notices: notices.prefault({}).describe('Whom the service tells what happens.'),
  oidc: z
    .array(oidcProvider)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must have a different id for each provider')
    .default([])
    .describe('Providers for signing in, a list.'),
  organisations: organisations.prefault({}).describe('Freedoms of organisations of customers.'),
  maxTokensAboveLimit: z
    .enum(['auto', 'refuse', 'lower'])
    .default('auto')
    .describe(
      "A `max_tokens` above the model's longest answer is a 400, or lowered; `auto` refuses it on chat completions of the published models and lowers it elsewhere.",
    ),
  structuredRepair: flag.describe(
    'A whole answer that does not keep to its strict JSON schema is asked for once more, at your cost.',
  ),
  trustProxy: flag.describe(
    "Takes the client's address from the last entry of `X-Forwarded-For`: only when every request comes through your proxy.",
  ),
  accessLog: flag.describe('A line in the log for every answered request; never content.'),
  metricsToken: z
    .string()
    .regex(/^$|^[!-~]{16,256}$/, 'must be 16 to 256 visible ASCII characters without spaces')
    .default('')
    .describe('Callers that send it may read `/metrics`; without it only this machine.'),
  traces: tracesSchema.describe('Where traces of OpenTelemetry go; null: nowhere.'),
  metricsExport: metricsExportSchema.describe(
    'Where metrics of OpenTelemetry are sent; `/metrics` is there in any case.',
  ),
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('What is logged.'),
  limits: limitSchema.prefault({}).describe('`boreal help limits` lists them.'),
  plans: plans.describe('Plans by their id; `pro` and `ultra` are the presets. What one costs is in `payments.plans`.'),
  priceGroups: priceGroups.describe('Price groups by their id; who is in them is not said here.'),
  payments: paymentsSchema.describe('What is sold, and how it is paid.'),
  front: frontSchema.describe('The pages for visitors.'),
  legal: legalSchema.describe(
    'The terms that customers accept when they sign up and with every order; null: nothing has to be accepted.',
  ),
  embedded: z
    .strictObject({
      enabled: z.boolean().default(true).describe('`false`: models without another engine answer 502.'),
      model: modelReference
        .default('')
        .describe(
          'A GGUF file or a reference to the hub for all models without a `file` of their own; empty: the built-in model.',
        ),
      template: template.optional().describe("How a chat is written, where the file's own way is missing or wrong."),
      memoryMaxMiB: whole(1, 100_000_000)
        .optional()
        .describe("For all loaded models with their contexts; unless set, half of the machine's memory."),
      loadWaitMs: whole(1, 300_000)
        .default(100_000)
        .describe('How long a request waits for its model to be loaded; then 502.'),
      hub: httpUrl.default('https://huggingface.co').describe('Where references to models lead.'),
      hubToken: z
        .string()
        .regex(/^[\x21-\x7e]*$/, 'must be printable characters without spaces')
        .default('')
        .describe('For models that are not public; sent to no host that the hub redirects to.'),
      threads: count(1, 256).describe('Threads that compute; more help large models on free cores.'),
      slots: count(6, 1024).describe(
        'Answers written at once by one file. Each keeps memory for its whole context: 16 MiB with the built-in model.',
      ),
      queueMax: count(64, 100_000).describe('Requests that may wait for a place of one file; above it 502.'),
      contextTokens: count(2048, 10_000_000).describe(
        'Prompt and answer together, never more than the model was trained for.',
      ),
      thinkingTokensMax: count(256, 1_000_000).describe('How long a reasoning model may think before it must answer.'),
      temperature: z
        .number()
        .min(0)
        .max(2)
        .optional()
        .describe('Where the caller sends none: 0.2, of other files than the built-in 0.5.'),
      topP: z.number().min(0).max(1).optional().describe('Where the caller sends none: 0.9.'),
      topK: whole(1, 100_000).optional().describe('Where the caller sends none: 40.'),
      repeatPenalty: z
        .number()
        .min(0)
        .max(10)
        .optional()
        .describe('Above 1 keeps a small model from repeating itself: 1, of other files than the built-in 1.15.'),
    })
    .prefault({})
    .describe('The embedded engine: it answers for every model that no other engine answers for.'),
  engines: z
    .record(
      z
        .string()
        .min(1)
        .refine((name) => name !== 'embedded', 'is the name of the built-in engine: choose another'),
      engine,
    )
    .default({})
    .describe('Engines, by a name of your choice.'),
  models: z
    .record(z.string().regex(MODEL_ID, 'is not a model id: 1 to 128 letters, digits or any of _ - . : /'), modelSchema)
    .default({})
    .describe('Models by their id; a published one keeps what is not said.'),
  aliases: z
    .record(
      z
        .string()
        .regex(
          /^(?:[\w.:/-]{1,128}|[\w.:/-]{0,127}\*)$/,
          'is not an alias: 1 to 128 letters, digits or any of _ - . : /, and * only at the end',
        ),
      z.string(),
    )
    .default({})
    .describe('Other names of models: a name, or the beginning of names with `*` at its end, to the id of a model.'),
});

export type RawConfig = z.output<typeof configSchema>;
export type EngineConfig = RawConfig['engines'][string];
export type ModelConfig = RawConfig['models'][string];
