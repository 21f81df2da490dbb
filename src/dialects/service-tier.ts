/** `service_tier`, as OpenAI and Anthropic have it in requests and answers. */
import { z } from 'zod';
import type { AnswerTier } from '../core/chat.ts';

/** Clients have sent anything here, and it was without effect: no value is refused. */
export const serviceTier = z.unknown().optional();

/** The tier that is asked for. Words that name none, such as `auto`, ask for the default; without a word nothing is said. */
export function tierFrom(sent: unknown): AnswerTier | undefined {
  if (typeof sent !== 'string') return undefined;
  return sent === 'flex' || sent === 'priority' ? sent : 'default';
}

/** True of a tier that OpenAI's answers have a word for: those in a batch say nothing of theirs. */
export const isSaid = (tier: AnswerTier | undefined): tier is Exclude<AnswerTier, 'batch'> =>
  tier !== undefined && tier !== 'batch';
