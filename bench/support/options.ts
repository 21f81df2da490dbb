/** The options of a program that is run by hand. A wrong one ends it with code 2 and one sentence. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

export function readArguments<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    return refuseArguments((error as Error).message.split('. ', 1)[0]!);
  }
}

export function refuseArguments(sentence: string): never {
  console.error(`${sentence}.`);
  process.exit(2);
}
