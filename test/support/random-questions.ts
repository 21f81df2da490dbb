/** The questions of a random client, and how one repeats itself. */
import { nonceOf } from './fates.ts';
import type { Random } from './random.ts';
import type { Question } from './witness.ts';
import { WITNESS_DIALECTS } from './witness-dialects.ts';

export function questionOf(n: number, random: Random): Question {
  const form = random.fraction() < 0.4 ? 'stream' : 'json';
  const cut = random.fraction() < 0.1 ? { cutAtBytes: random.integer(1, 1500) } : {};
  const dialect = random.pick(WITNESS_DIALECTS);
  return { nonce: nonceOf(n), form, dialect, maxTokens: random.integer(1, 2000), ...cut };
}

/** Three times the same: at once, one after the other, or again after leaving the first. */
export async function repeat(once: (again: Partial<Question>) => Promise<void>, random: Random): Promise<void> {
  const how = random.pick(['parallel', 'serial', 'after-leaving'] as const);
  if (how === 'parallel') await Promise.all([once({}), once({}), once({})]);
  else {
    await once(how === 'after-leaving' ? { cutAtBytes: 1 } : {});
    await once({});
    await once({});
  }
}
