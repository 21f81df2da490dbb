/** The text of `help` and `--help`: the usage of each command, and a sentence about it. */
import { audit } from '../../features/customers/contract.ts';
import { engines, serving } from '../../features/serving/contract.ts';
import { usage as usageContract } from '../../features/usage/contract.ts';
import { nearest } from '../../lib/nearest.ts';
import { type Command, UsageError } from '../../platform/commands/command.ts';
import { LIMIT_SETTINGS } from '../configuration/config.ts';
import { helpForConfiguration } from './help-configuration.ts';
import { LEDGER_COMMANDS } from './ledger-commands.ts';
import { PROVE_USAGE } from './prove.ts';

type CommandHelp = Pick<Command<never>, 'usage' | 'about' | 'does'>;

const SERVER_COMMANDS: readonly CommandHelp[] = [
  { usage: 'serve', about: 'Starts the service and runs until SIGTERM.' },
  {
    usage: 'migrate [--json]',
    about: 'Brings the database up to date, as `serve` does.',
  },
  {
    usage: 'audit [--full] [--head NUMBER:HASH|FILE] [--archive FOLDER] [--begin-anew] [--json]',
    about: 'Proves what is new in the ledger, or all of it. Exit code 1 if an invariant is broken.',
    does: [audit.begin.name],
  },
  {
    usage: 'archive --before DATE [--to FOLDER] [--json]',
    about: 'Moves requests that were charged before a date into files that the audit can read.',
  },
  {
    usage: 'receipt --id ID [--archive FOLDER] [--json]',
    about: 'Shows what an answer cost, archived or not.',
    does: [usageContract.receipt.name],
  },
  { usage: 'doctor [--json]', about: 'Says what is wrong with this installation, and how to mend it.' },
  { usage: 'model fetch REFERENCE [--json]', about: 'Downloads a model, such as hf:owner/name:Q4_K_M.' },
  {
    usage: 'engine test NAME [--json]',
    about: 'Asks an engine for a short answer.',
    does: [engines.test.name, serving.test.name],
  },
  {
    usage: 'export [--json]',
    about: 'Prints what is decided now, as boreal.config.json and `apply` take it, without keys.',
  },
  {
    usage: 'apply FILE [--yes] [--from DATE] [--json]',
    about: 'Makes prices, offers, plans and engines what a file says. Shows the difference first.',
  },
  {
    usage:
      'price import FILE --rate CZK [--margin PERCENT] [--models own=listed,…] [--buying] [--yes] [--from DATE] [--json]',
    about: 'Makes prices what a list of models.dev, OpenRouter or LiteLLM says. Shows the difference first.',
  },
  {
    usage:
      'import --from one-api|new-api|litellm --database URL|FILE --rate CZK [--prices FILE] [--email-domain D] [--yes] [--json]',
    about: 'Brings accounts, keys, credit, models and engines of another service. Shows all of it first.',
  },
  { usage: 'engine export [--json]', about: 'Prints the part of `export` that is about engines and models.' },
  { usage: PROVE_USAGE, about: 'Checks an installation over the network as a customer sees it.' },
  { usage: 'backup --to FOLDER [--json]', about: 'Copies database, secret and configuration while the server runs.' },
  {
    usage: 'backup-key --to FILE [--json]',
    about: 'Makes the identity that opens encrypted backups, and prints the recipient for the configuration.',
  },
  {
    usage: 'restore --from FOLDER [--identity FILE] [--force] [--json]',
    about: 'Puts a backup back, and proves it by the audit.',
  },
  {
    usage: 'move --to URL [--json]',
    about: 'Takes everything to postgres://… or sqlite:FOLDER, proves it there, and stops serving here.',
  },
  { usage: 'version [--json]', about: 'Prints the version of this program.' },
];

/** Every command there is. */
export const ALL_COMMANDS: readonly CommandHelp[] = [...SERVER_COMMANDS, ...Object.values(LEDGER_COMMANDS)];

/** To start and to look, to let a customer in and to give credit, to prove and to keep: what people need every day. */
const EVERY_DAY = [
  'serve',
  'doctor',
  'account create',
  'account show',
  'key create',
  'credit grant',
  'audit',
  'backup',
];
const MORE =
  '"boreal help --all" lists all commands, "boreal help WORD" those that begin with a word, "boreal help configuration" all settings, "boreal help limits" the limits.';

/** The words with their noun in the singular: `prices import` is `price import`. */
export function inSingular(words: readonly string[]): readonly string[] {
  const [noun = '', ...rest] = words;
  const isPlural = noun.endsWith('s') && commandsOf([noun]).length === 0;
  return isPlural && commandsOf([noun.slice(0, -1)]).length > 0 ? [noun.slice(0, -1), ...rest] : words;
}

/** True where these words ask for help and nothing else. */
export const asksForHelp = (words: readonly string[]): boolean =>
  words.length === 0 || words[0] === 'help' || words.some((word) => word === '--help' || word === '-h');

/** Help for the commands that begin with the given words; for those of every day if there are none. */
export function helpFor(words: readonly string[]): string {
  const name = inSingular(words.filter((word) => word !== 'help' && !word.startsWith('-'))).slice(0, 2);
  if (name.length === 0 && words.includes('--all')) return listed(ALL_COMMANDS);
  if (name[0] === 'configuration') return helpForConfiguration(name[1]);
  if (name[0] === 'limits') return LIMIT_SETTINGS.map(limitLine).join('\n');
  if (name.length === 0)
    return `${listed(EVERY_DAY.flatMap((one) => ALL_COMMANDS.filter(({ usage }) => nameOf(usage) === one)))}\n\n${MORE}`;
  const twoWords = commandsOf(name);
  const found = twoWords.length > 0 ? twoWords : commandsOf(name.slice(0, 1));
  if (found.length === 0) throw new UsageError(unknownCommand(name));
  return listed(found);
}

/** A limit of the configuration: its variable, its default where it has one, and what it is. */
const limitLine = ({ env, value, about }: (typeof LIMIT_SETTINGS)[number]): string =>
  `${env}${value === undefined ? '' : `=${value}`}\n    ${about.charAt(0).toUpperCase()}${about.slice(1)}.`;

/** The sentence about words that are no command. */
export function unknownCommand(words: readonly string[]): string {
  const options = words.findIndex((word) => word.startsWith('-'));
  const written = words.slice(0, options < 0 ? 2 : Math.min(options, 2));
  const said = `"${written.join(' ')}" is not a command.`;
  const isGroup = commandsOf(written.slice(0, 1)).length > 0;
  const meant = isGroup && written.length === 1 ? undefined : meantBy(written);
  if (meant !== undefined) return `${said} Did you mean "boreal ${meant}"?`;
  return isGroup ? `${said}\n${helpFor(written)}` : `${said} "boreal help --all" lists all commands.`;
}

/** Finds commands by both words; else commands and groups by the first alone. */
function meantBy(written: readonly string[]): string | undefined {
  const names = ALL_COMMANDS.map(({ usage }) => nameOf(usage));
  const [first = ''] = written;
  return nearest(written.join(' '), names) ?? nearest(first, new Set(names.map((name) => name.split(' ')[0]!)));
}

/** The words of a command, without what comes after them. */
const nameOf = (usage: string): string => usage.split(' ', 2).filter(isWord).join(' ');

const isWord = (part: string): boolean => part >= 'a' && part < '{';

const listed = (commands: readonly CommandHelp[]): string =>
  commands.map(({ usage, about }) => `boreal ${usage}\n    ${about}`).join('\n');

const commandsOf = (name: readonly string[]): readonly CommandHelp[] =>
  ALL_COMMANDS.filter(({ usage }) => name.length > 0 && `${usage} `.startsWith(`${name.join(' ')} `));
