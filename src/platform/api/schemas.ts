/** Small pieces of which contracts are made. */
import { z } from 'zod';

/** Since 1970. */
export const ms = z.int().min(0).max(8_640_000_000_000_000);

/** A query arrives as text; this reads it as a number. */
export const whole = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value),
  ms,
);

/** The `next` of an earlier page. */
export const place = z.string().max(200).optional();

/** What a list is searched for. */
export const search = z.string().trim().max(320).optional();
