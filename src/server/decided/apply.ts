/** `apply FILE`: makes what is decided in the database what a file says, and shows the difference first. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ServiceError } from '../../core/errors.ts';
import { LEAD_MS } from '../../core/version.ts';
import { isRecord } from '../../lib/record.ts';
import { ACTOR, dateOf } from '../../platform/commands/amounts.ts';
import { type Options, type Report, UsageError } from '../../platform/commands/command.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Config } from '../configuration/config.ts';
import type { ActionLogStore } from '../stores/action-log-store.ts';
import type { AnnouncementReader, Announcements } from '../stores/announcements.ts';
import { decidedAt } from './decided.ts';
import { differenceOf } from './difference.ts';
import type { Around, Difference, Line } from './line.ts';
import { type Wishes, wishesFrom } from './wishes.ts';

type Applying = Pick<Platform, 'vault' | 'clock' | 'ids'> & {
  readonly config: Config;
  readonly stores: {
    readonly announcements: AnnouncementReader;
    readonly actionLog: Pick<ActionLogStore, 'actTogether'>;
  };
  /** Shows the difference and asks the person at the terminal; missing where there is none. */
  readonly ask?: ((shown: string) => Promise<boolean>) | undefined;
};

/** A file of wishes, from wherever it comes. */
export type Wished = {
  readonly path: string;
  /** For the log. */
  readonly reason: string;
  readonly file: Readonly<Record<string, unknown>>;
  /** Changes that no file of the configuration can say. */
  readonly more?: ((around: Around) => Pick<Difference, 'lines' | 'actions'>) | undefined;
};

export const apply = (path: string, options: Options, parts: Applying): Promise<Report> =>
  applyWished({ path, reason: `boreal apply ${basename(path)}`, file: fileAt(path) }, options, parts);

/** What is wrong with the wishes. Changes nothing. */
export const mistakesIn = async (wished: Wished, parts: Applying): Promise<readonly string[]> =>
  (await lookAt({ wished, options: {}, parts })).wrong;

async function lookAt(looking: Looking) {
  const { wishes, problems } = wishesFrom(looking.wished.file);
  const said = await looking.parts.stores.announcements.read();
  const { difference, fromMs } = await compare(wishes, said, looking);
  return { wishes, said, difference, fromMs, wrong: [...new Set([...problems, ...difference.problems])] };
}

export async function applyWished(wished: Wished, options: Options, parts: Applying): Promise<Report> {
  const { path } = wished;
  const { wishes, said, difference, fromMs, wrong } = await lookAt({ wished, options, parts });
  if (wrong.length > 0) throw new UsageError(`${path} is not valid:\n${wrong.map((one) => `  - ${one}`).join('\n')}`);
  const shown = difference.lines.map(lineText).join('\n');
  const done = (applied: boolean, about: Partial<Report> & { readonly text: string }): Report => ({
    ...about,
    json: { changes: difference.lines, applied, from: new Date(fromMs).toISOString(), ...about.json },
  });
  if (difference.lines.length === 0) return done(false, { text: 'Nothing to do.' });
  if (!options.yes) {
    const isWanted = options.json ? false : await parts.ask?.(shown);
    const text = isWanted === undefined ? shown : '';
    if (!isWanted) return done(false, { text, failed: true, notes: [NOT_APPLIED] });
  }
  try {
    await write(wishes, { said, difference, options, parts, wished });
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    const { code, message } = thrown;
    return done(false, { text: shown, failed: true, notes: [message], json: { error: { code, message } } });
  }
  const from =
    options.from === undefined ? 'in two seconds at the latest' : `from ${new Date(fromMs).toISOString()} on`;
  const count = difference.lines.length;
  const summary = `Applied: ${count} ${count === 1 ? 'change holds' : 'changes hold'} ${from}.`;
  return done(true, { text: options.yes ? `${shown}\n${summary}` : summary });
}

const MEANWHILE = 'What holds has changed meanwhile, and nothing was written: look again.';
const NOT_APPLIED = 'Nothing was applied: --yes applies it.';

/** The JSON object that a file holds. */
export function fileAt(path: string): Readonly<Record<string, unknown>> {
  const file = parsed(textOf(path));
  if (isRecord(file)) return file;
  throw new UsageError(`${path} must hold one JSON object.`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}

/** The parser's message is not repeated: it may be a part of a key. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Looking = { readonly options: Options; readonly parts: Applying; readonly wished: Wished };

/** Against what will hold when the changes begin, so that a file that is applied again changes nothing. */
async function compare(wishes: Wishes, said: Announcements, { options, parts, wished }: Looking) {
  const { config, clock, vault } = parts;
  const nowMs = clock.nowMs();
  const dateMs = dateOf(options, 'from', nowMs);
  // What is sold needs a moment to reach every server.
  const fromMs = Math.max(dateMs ?? 0, nowMs + LEAD_MS);
  const enginesFromMs = dateMs ?? nowMs;
  const begun = { ...said, preset: said.preset ?? wishes.preset ?? null };
  const decided = await decidedAt(config, begun, { atMs: fromMs, enginesAtMs: enginesFromMs, vault });
  const held = await parts.stores.announcements.settings();
  const around = { file: config, said, held, decided, fromMs, enginesFromMs, isPlanned: dateMs !== undefined, vault };
  const { lines, actions, problems } = await differenceOf(wishes, around);
  const more = wished.more?.(around) ?? { lines: [], actions: [] };
  const difference = { lines: [...lines, ...more.lines], actions: [...actions, ...more.actions], problems };
  return { difference, fromMs, nowMs };
}

type Looked = Looking & { readonly said: Announcements; readonly difference: Difference };

/** All of it in one transaction, if nothing has changed since it was looked at. */
async function write(wishes: Wishes, looked: Looked): Promise<void> {
  const { options, parts, wished } = looked;
  // The person may have looked at it for a while.
  const { difference, nowMs } = await compare(wishes, looked.said, { options, parts, wished });
  if (!Bun.deepEquals(difference.lines, looked.difference.lines)) {
    throw new ServiceError('changed_meanwhile', MEANWHILE);
  }
  const about = { actor: ACTOR, reason: wished.reason, atMs: nowMs };
  const requests = difference.actions.map((action) => ({ ...about, id: parts.ids.next('act_'), action }));
  await parts.stores.actionLog.actTogether(requests, looked.said);
}

const SIGNS = { added: '+', changed: '~', ended: '-' };

function lineText({ path, what, from, to }: Line): string {
  const change = what === 'added' ? told(to) : what === 'ended' ? told(from) : `${told(from)} → ${told(to)}`;
  return `${SIGNS[what]} ${path}: ${change}`;
}

function told(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? `[${value.map(told).join(', ')}]` : 'none';
  if (!isRecord(value)) return value === null ? 'none' : String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name} ${told(one)}`)
    .join(', ');
}
