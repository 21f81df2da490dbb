/** Engines, as operators see and move them, and what is set of them beside the configuration. */
import { z } from 'zod';
import { CACHE_ISOLATIONS, ENGINE_KINDS, SUPPORTED } from '../../core/engine-changes.ts';
import { DEFAULT_ENGINE_MS } from '../../core/limits.ts';
import { ENGINE_CHOICES } from '../../core/model.ts';
import { actionFields, fromMs } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { isDemonstration, isFromFile } from '../../platform/api/schemas.ts';

const TOKEN_FIELDS = ['max_tokens', 'max_completion_tokens'] as const;
const KINDS = ['chat', 'embedding'] as const;

const engineView = z
  .object({
    name: z.string(),
    ok: z.boolean(),
    detail: z.string(),
    models: z.array(z.string()),
    isDraining: z.boolean(),
    running: z.number().describe('On this server, as everything that follows.'),
    queued: z.number().describe('Requests that wait for a place at any engine of its models.'),
    answered: z.number().describe('Of the last five minutes.'),
    failed: z.number(),
    firstEventMs: z.number().nullable(),
  })
  .meta({ id: 'EngineView' });
export type EngineView = View<typeof engineView>;

const engineTestView = z
  .object({
    ok: z.boolean(),
    text: z.string().describe('What the engine said; where it failed, how, in a word or as `status 404`.'),
    firstEventMs: z.number().nullable(),
    totalMs: z.number(),
  })
  .meta({ id: 'EngineTestView' });
export type EngineTestView = View<typeof engineTestView>;

const engineSettingsView = z
  .object({
    kind: z.enum(ENGINE_KINDS).optional().describe('The API that it speaks; `openai`, unless said.'),
    baseUrl: z.string(),
    model: z.string().describe('What the engine calls the model that it answers with.'),
    maxTokensField: z.enum(TOKEN_FIELDS),
    connectMs: z.number(),
    firstByteMs: z.number(),
    idleMs: z.number(),
    totalMs: z.number(),
    concurrencyMax: z
      .number()
      .nullable()
      .describe('How many answers it gives at once; null is as many as are asked for.'),
    cacheIsolation: z
      .enum(CACHE_ISOLATIONS)
      .optional()
      .describe('How it keeps what it has cached for one account from another.'),
    supports: z
      .array(z.enum(SUPPORTED))
      .optional()
      .describe('Which parameters of clients it takes beside the common ones.'),
  })
  .meta({ id: 'EngineSettingsView' });
export type EngineSettingsView = View<typeof engineSettingsView>;

export const modelEnginesView = z
  .object({
    engines: z
      .array(z.object({ engine: z.string(), weight: z.number(), model: z.string().nullable() }))
      .describe(
        "In the order of the configuration. `model`: what this engine calls the model, where it is not the engine's own.",
      ),
    fallback: z.string().nullable().describe('The model that answers where none of them does.'),
    choose: z
      .enum(ENGINE_CHOICES)
      .describe('`share`: each gets its share. `cheapest`: the one with the lowest buying price that can answer.'),
  })
  .meta({ id: 'ModelEnginesView' });
export type ModelEnginesView = View<typeof modelEnginesView>;

/** A change that is still to come. Its value is null where the engine goes, or the model is as it is without a word. */
const planned = <Value extends z.ZodType>(value: Value) =>
  z.object({ version: z.number(), fromMs: z.number(), actor: z.string(), value: value.nullable() });
export type PlannedView<Value> = Omit<View<ReturnType<typeof planned>>, 'value'> & { readonly value: Value | null };

const servingView = z
  .object({
    revision: z.number().describe('To be sent with a change, so that none that came between is lost.'),
    engines: z.array(
      z.object({
        name: z.string(),
        settings: engineSettingsView.nullable().describe('Null where it is only planned.'),
        hasKey: z.boolean(),
        isFromFile,
        models: z.array(z.string()).describe('That it answers for, now or from a time to come.'),
        planned: z.array(planned(engineSettingsView)),
      }),
    ),
    models: z.array(
      modelEnginesView.extend({
        id: z.string(),
        kind: z.enum(KINDS),
        isDemonstration,
        isFromFile,
        isSetHere: z.boolean().describe('Set in the database, so that it can be given back to the default.'),
        planned: z.array(planned(modelEnginesView)),
      }),
    ),
    defaults: engineSettingsView
      .pick({ connectMs: true, firstByteMs: true, idleMs: true, totalMs: true })
      .describe('Of an engine that is added, in milliseconds.'),
    choices: z.array(z.string()).describe('Engines that a model can be given to.'),
    problems: z.array(z.string()).describe('What is wrong with what is set in the database.'),
    exported: z
      .record(z.string(), z.unknown())
      .describe('The parts of a configuration file that says what is served now, without keys.'),
  })
  .meta({ id: 'ServingView' });
export type ServingView = View<typeof servingView>;

const modelId = z.string().min(1).max(128);
const engineName = z.string().trim().max(64);
/** Left out, the key stays as it is; empty, there is none. */
const apiKey = z.string().trim().max(4000).optional();
const deadline = (value: number) => z.number().default(value);

/** Only the shape is checked here: what is right is what is right in the configuration. What is left out has the default. */
const settings = z.strictObject({
  kind: z.enum(ENGINE_KINDS).optional(),
  baseUrl: z.string().trim().max(2000),
  model: z.string().trim().max(200),
  maxTokensField: z.enum(TOKEN_FIELDS).default('max_tokens'),
  connectMs: deadline(DEFAULT_ENGINE_MS.connect),
  firstByteMs: deadline(DEFAULT_ENGINE_MS.firstByte),
  idleMs: deadline(DEFAULT_ENGINE_MS.idle),
  totalMs: deadline(DEFAULT_ENGINE_MS.total),
  concurrencyMax: z.number().nullable().default(null),
  cacheIsolation: z.enum(CACHE_ISOLATIONS).optional(),
  supports: z.array(z.enum(SUPPORTED)).max(SUPPORTED.length).optional(),
});

export const share = z.strictObject({
  engine: z.string().min(1).max(64),
  weight: z.number().min(0.001).max(1000).default(1),
  model: z.string().trim().min(1).max(200).nullable().default(null),
});

export const change = { ...actionFields, revision: z.int().min(0) };

const enginesView = z.object({ engines: z.array(engineView) });

export const engines = {
  list: route('GET /api/operator/engines', {
    about: 'Engines with their health, models and load.',
    needs: 'engines:read',
    reply: enginesView,
  }),
  drain: route('POST /api/operator/engines/{name}/drain', {
    about: 'A drained engine gets no new requests on this server, until it is resumed or the server restarts.',
    needs: 'engines:write',
    body: z.strictObject({ ...actionFields, state: z.enum(['drained', 'in-use']) }),
    reply: enginesView,
  }),
  test: route('POST /api/operator/engines/{name}/test', {
    about: 'A tiny real completion, free of charge.',
    needs: 'engines:write',
    body: z.strictObject({ model: modelId }),
    reply: engineTestView,
  }),
};

export const serving = {
  look: route('GET /api/operator/serving', {
    about: 'Which engines answer for which models, and who has changed it.',
    needs: 'engines:read',
    reply: servingView,
  }),
  setEngine: route('POST /api/operator/serving/engines', {
    about: 'Adds, changes or removes an engine; at once, or from a time.',
    needs: 'engines:write',
    body: z.strictObject({ ...change, name: engineName, settings: settings.nullable(), apiKey, fromMs }),
    reply: servingView,
    refuses: ['changed_meanwhile', 'set_by_file'],
  }),
  test: route('POST /api/operator/serving/test', {
    about: 'A tiny real completion by settings that are not saved yet, free of charge.',
    needs: 'engines:write',
    body: z.strictObject({ name: engineName, settings, apiKey, kind: z.enum(KINDS).default('chat') }),
    reply: engineTestView,
    refuses: ['set_by_file'],
  }),
  setModel: route('POST /api/operator/serving/models', {
    about: 'Says which engines answer for a model; at once, or from a time.',
    needs: 'engines:write',
    body: z.strictObject({
      ...change,
      model: modelId,
      /** Null: those that it has without a word. */
      engines: z.array(share).min(1).max(20).nullable(),
      fallback: modelId.nullable().default(null),
      choose: z.enum(ENGINE_CHOICES).default('share'),
      fromMs,
    }),
    reply: servingView,
    refuses: ['changed_meanwhile', 'set_by_file'],
  }),
  withdraw: route('POST /api/operator/serving/changes/{version}/withdraw', {
    about: 'Takes back a change that is still to come.',
    needs: 'engines:write',
    body: z.strictObject(change),
    reply: servingView,
    refuses: ['changed_meanwhile'],
  }),
};
