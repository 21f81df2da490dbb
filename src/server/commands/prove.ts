/** `prove`: whether an installation keeps every rule that its customers rely on. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Nanos, parseCzk } from '../../core/money.ts';
import {
  type Options,
  optional,
  type Report,
  readOptions,
  required,
  UsageError,
} from '../../platform/commands/command.ts';
import { CHECKS } from '../../prove/checks.ts';
import { type Proof, type ProofPlan, prove } from '../../prove/prove.ts';
import { proofJson, proofText } from '../../prove/report.ts';

export const PROVE_USAGE =
  'prove --base URL --key K [--model ID] [--budget CZK] [--only NAME,NAME] [--poor-key K] [--other-key K] [--exhaust] [--json]';

const BUDGET_CZK = '1';
const KEY_VARIABLE = 'BOREAL_PROVE_KEY';

export const readProveOptions = (words: readonly string[]): Options =>
  readOptions(words, ['base', 'key', 'model', 'budget', 'only', 'poor-key', 'other-key'], ['exhaust']);

export async function proveNow(
  options: Options,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Report> {
  const proof: Proof = await prove(orderFrom(options, environment), {
    fetch: (url, init) => fetch(url, init),
    sleep: (ms) => wait(ms),
    unique: () => `prove-${crypto.randomUUID()}`,
    announce: (sentence) => console.error(sentence),
  });
  return { json: proofJson(proof), text: proofText(proof), failed: !proof.ok };
}

function orderFrom(options: Options, environment: Readonly<Record<string, string | undefined>>): ProofPlan {
  // Other users of a machine can read the words of a command; they cannot read its environment.
  const key = optional(options, 'key') ?? environment[KEY_VARIABLE];
  if (!key) throw new UsageError(`--key is missing; it may also be in ${KEY_VARIABLE}.`);
  const target = {
    base: baseFrom(required(options, 'base')),
    key,
    poorKey: optional(options, 'poor-key'),
    otherKey: optional(options, 'other-key'),
  };
  return {
    target,
    budget: parseBudget(optional(options, 'budget') ?? BUDGET_CZK),
    model: optional(options, 'model'),
    only: onlyFrom(optional(options, 'only')),
    limit: options.exhaust ? 'exhaust' : 'spare',
  };
}

/** As clients take it, with /v1 at its end; without a path, /v1 is meant. */
function baseFrom(text: string): string {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`--base is "${text}"; write it as https://chat.example.com/v1.`);
  }
  const path = url.pathname.replace(/\/$/, '');
  return `${url.origin}${path === '' ? '/v1' : path}`;
}

function parseBudget(text: string): Nanos {
  try {
    return parseCzk(text);
  } catch (error) {
    throw new UsageError(`--budget: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function onlyFrom(text: string | undefined): readonly string[] {
  const names = text?.split(',').map((name) => name.trim()) ?? [];
  const known = new Set(CHECKS.flatMap(({ id, group }) => [id, group]));
  const stray = names.find((name) => !known.has(name));
  if (stray !== undefined) throw new UsageError(`--only: there is no check or group "${stray}".`);
  return names;
}
