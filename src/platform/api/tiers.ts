/** Service tiers of a model, in the file and in the API. */
import { z } from 'zod';
import { TIERS } from '../../core/tiers.ts';

const percent = z.int().min(1).max(1000);

/** Those that a model has. */
export const tierPercents = z
  .strictObject({ priority: percent, flex: percent, batch: percent })
  .partial()
  .describe(
    'Tiers of the model (`priority`, `flex`, `batch`), each in per cent of its price. A tier that is not named is served at the price.',
  );

/** As it is on receipts and in lists. */
export const servedTier = z.enum(['default', ...TIERS]);
