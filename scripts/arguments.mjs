/** What a script was called with. A wrong argument ends it with code 2 and one sentence, before it has done anything. */
import { parseArgs } from 'node:util';

/** As `parseArgs`; `words` is how many words beside the options there may be. */
export function argumentsOf({ options = {}, words = 0 }, given = process.argv.slice(2)) {
  let parsed;
  try {
    parsed = parseArgs({ args: given, options, allowPositionals: words > 0, strict: true });
  } catch (error) {
    return refuse(error.message.split('. ', 1)[0]);
  }
  const { values, positionals } = parsed;
  if (positionals.length > words) return refuse(`"${positionals[words]}" is one word too many`);
  return { values, positionals };
}

/** A number from `min` on; whole, unless `isWhole` is false. */
export function numberOf(text, name, { min, isWhole = true }) {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && (!isWhole || Number.isSafeInteger(value))) return value;
  return refuse(`${name} is a ${isWhole ? 'whole ' : ''}number from ${min} on, and not "${text}"`);
}

export function refuse(sentence) {
  console.error(`${sentence}.`);
  process.exit(2);
}
