/** Every setting: its name, what it may be, its default, and one sentence about it. The docs are checked against this. */
import { z } from 'zod';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { ENGINE_CHOICES, MODALITIES, QUANTIZATIONS } from '../../core/model.ts';
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
  kind: z.enum(['chat', 'embedding']).optional(),
  engine: z.union([z.string(), z.array(engineShare).min(1)], ENGINE_FORM).optional(),
  fallback: z.string().optional(),
  /** Which of several engines is asked: by their weights, or the cheapest that can answer. */
  choose: z.enum(ENGINE_CHOICES).optional(),
  /** A GGUF file of its own in the embedded engine. */
  file: modelReference.refine((text) => text !== '', 'must not be empty').optional(),
  template: template.optional(),
  model: z.string().min(1).optional(),
  role: z.union([z.string(), z.strictObject({ en: z.string(), cs: z.string() })], ROLE_FORM).optional(),
  /** What a request may hold. */
  modalities: z
    .array(z.enum(MODALITIES))
    .refine((all) => all.includes('text') && new Set(all).size === all.length, MODALITIES_FORM)
    .optional(),
  /** The most tokens that one picture, and one document, can be. */
  imageTokens: z.number().int().min(1).max(10_000_000).optional(),
  fileTokens: z.number().int().min(1).max(100_000_000).optional(),
  /** Pictures and documents may be addresses, which the engine fetches. */
  urls: z.boolean().optional(),
  quantization: z.enum(QUANTIZATIONS).optional(),
  /** In no list, and answered where it is named. */
  hidden: z.boolean().optional(),
  maxOutputTokens: z.number().int().min(1).max(10_000_000).optional(),
  contextTokens: z.number().int().min(1).max(100_000_000).optional(),
  reasoning: z.boolean().optional(),
  tools: z.boolean().optional(),
  temperature: z.number().min(0).max(2).optional(),
  price: price.optional(),
  /** The tiers that it is sold in, each in per cent of its price. */
  tiers: tierPercents.optional(),
  /** A model of the preset that is not served. */
  removed: z.literal(true, 'must be true, or left out').optional(),
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
  host: z.string().min(1),
  port: whole(1, 65_535).default(587),
  /** TLS from the first byte, as on port 465. Otherwise TLS is begun where the server offers it. */
  secure: z.boolean().default(false),
  user: z.string().default(''),
  password: z.string().default(''),
  /** Sends the password also where the server has no TLS. */
  allowPlain: z.boolean().default(false),
  from: z.string().min(3),
});

/** Whom the service tells what happens. */
const notices = z.strictObject({
  /** The operator's address. */
  email: z
    .string()
    .refine((text) => text === '' || /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text), 'must be empty or an e-mail address')
    .default(''),
  webhook: z
    .strictObject({
      url: z.string().refine((text) => {
        const url = URL.parse(text);
        return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash;
      }, 'must be an https address without user name or fragment'),
      secret: z.string().min(32),
      allowPrivate: z.boolean().default(false),
      ca: z.string().optional(),
    })
    .nullable()
    .default(null),
  /** Webhooks of customers may lead to private networks and this machine. */
  allowPrivateWebhooks: z.boolean().default(false),
  /** When the server audits its own ledger; null means never. */
  auditHour: whole(0, 23).nullable().default(3),
  auditFull: z.enum(['daily', 'weekly']).default('weekly'),
});

const oidcProvider = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 lower-case letters, digits or hyphens'),
  name: z.string().min(1).max(60),
  issuer: httpUrl,
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
});

/** Freedoms of organisations of customers. */
const organisations = z.strictObject({
  /** Name servers that are asked for the records of claimed mail domains; without any, those of this machine. */
  dnsServers: z
    .array(z.string().refine(isNameServer, 'must be an IP address, with or without a port, such as 192.0.2.1:53'))
    .max(8)
    .default([]),
  /** Sign-in providers of organisations may be in private networks and on this machine. */
  allowPrivateProviders: z.boolean().default(false),
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
  host: z.string().min(1).default('127.0.0.1'),
  port: whole(0, 65_535).default(8787),
  /** How many processes serve on the port. */
  workers: count(1, 256),
  dataDir: z.string().min(1).default('./data'),
  /** The models to begin with. Where no file says it, an operator is asked once. */
  catalogue: z.enum(PRESETS).default('A'),
  /** The model of requests that name none; empty is the preset's. */
  defaultModel: z.string().max(128).default(''),
  databaseUrl: serverUrl(/^postgres(?:ql)?:$/, 'postgres://user:password@host:port/database')
    .refine((text) => text === '' || (URL.parse(text)?.pathname.length ?? 0) > 1, 'must name a database')
    .default(''),
  redisUrl: serverUrl(/^(?:redis|rediss|valkey|valkeys):$/, 'redis://:password@host:port').default(''),
  secret: z
    .string()
    .refine((text) => text === '' || text.length >= 32, 'must have at least 32 characters')
    .default(''),
  /** A folder that a running server on SQLite copies its log to; empty is none. */
  backupTo: z.string().max(4096).default(''),
  backupEverySeconds: count(10, 3600),
  /** How long a state of the database can be gone back to. */
  backupKeepDays: count(7, 3650),
  /** Backups are encrypted for this recipient of age; empty is not at all. */
  backupRecipient: z
    .string()
    .regex(/^$|^age1[02-9ac-hj-np-z]{58}$/, 'must be a recipient of age: age1 and 58 letters and digits')
    .default(''),
  keyPrefix: z
    .string()
    .regex(/^[a-z0-9-]{1,20}$/, 'must be 1 to 20 lower-case letters, digits or hyphens')
    .default('sk-boreal-'),
  serviceName: z.string().trim().min(1).max(60).default('Boreal'),
  publicUrl: z
    .string()
    .refine((text) => text === '' || isOrigin(text), 'must be an http or https address without a path')
    .default(''),
  signUp: z.enum(['open', 'invitation', 'closed']).default('open'),
  /** Credit with which new customers try the service, once for a mailbox. */
  trial: z.strictObject({ czk: gift }).nullable().default(null),
  /** Without a word on it, operators need a second factor wherever the service can be reached from elsewhere. */
  operators: z.strictObject({ requireSecondFactor: z.boolean().optional() }).prefault({}),
  /** For `/.well-known/security.txt`, which is not there without a contact. */
  security: z
    .strictObject({
      contact: z
        .string()
        .regex(
          /^$|^https:\/\/[!-~]{1,250}$|^[^\s@:]{1,64}@[^\s@:]{1,189}$/,
          'must be an e-mail address or an https address',
        )
        .default(''),
      policy: z
        .string()
        .regex(/^$|^https:\/\/[!-~]{1,250}$/, 'must be an https address')
        .default(''),
    })
    .prefault({}),
  sessions: z.strictObject({ idleMinutes: whole(5, 525_600).default(43_200) }).prefault({}),
  smtp: smtp.nullable().default(null),
  notices: notices.prefault({}),
  oidc: z
    .array(oidcProvider)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must have a different id for each provider')
    .default([]),
  organisations: organisations.prefault({}),
  maxTokensAboveLimit: z.enum(['auto', 'refuse', 'lower']).default('auto'),
  structuredRepair: flag,
  trustProxy: flag,
  accessLog: flag,
  metricsToken: z
    .string()
    .regex(/^$|^[!-~]{16,256}$/, 'must be 16 to 256 visible ASCII characters without spaces')
    .default(''),
  traces: tracesSchema,
  metricsExport: metricsExportSchema,
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  limits: limitSchema.prefault({}),
  plans,
  priceGroups,
  payments: paymentsSchema,
  front: frontSchema,
  /** Without it nothing has to be accepted. */
  legal: legalSchema,
  embedded: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** A GGUF file or a reference to the hub; empty means the built-in model. */
      model: modelReference.default(''),
      template: template.optional(),
      /** For all loaded models together; without it half of the machine's memory. */
      memoryMaxMiB: whole(1, 100_000_000).optional(),
      loadWaitMs: whole(1, 300_000).default(100_000),
      hub: httpUrl.default('https://huggingface.co'),
      /** Secret: for models of the hub that are not public. */
      hubToken: z
        .string()
        .regex(/^[\x21-\x7e]*$/, 'must be printable characters without spaces')
        .default(''),
      threads: count(1, 256),
      /** Each keeps memory for its whole context, also before it is used. */
      slots: count(6, 1024),
      queueMax: count(64, 100_000),
      contextTokens: count(2048, 10_000_000),
      thinkingTokensMax: count(256, 1_000_000),
      /** Without these four the engine takes what suits the model. */
      temperature: z.number().min(0).max(2).optional(),
      topP: z.number().min(0).max(1).optional(),
      topK: whole(1, 100_000).optional(),
      repeatPenalty: z.number().min(0).max(10).optional(),
    })
    .prefault({}),
  engines: z
    .record(
      z
        .string()
        .min(1)
        .refine((name) => name !== 'embedded', 'is the name of the built-in engine: choose another'),
      engine,
    )
    .default({}),
  models: z
    .record(
      z.string().regex(/^[\w.:/-]{1,128}$/, 'is not a model id: 1 to 128 letters, digits or any of _ - . : /'),
      modelSchema,
    )
    .default({}),
  /** Other names of models. */
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
    .default({}),
});

export type RawConfig = z.output<typeof configSchema>;
export type EngineConfig = RawConfig['engines'][string];
export type ModelConfig = RawConfig['models'][string];
