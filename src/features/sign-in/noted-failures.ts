/** Remembers what the database failed with during a call: better-auth tells such a failure as a refusal of the client. */
import type { AuthRows } from './auth-rows.ts';
import { callContext } from './call-context.ts';

export const notingFailures = (rows: AuthRows): AuthRows => ({
  create: noting(rows.create),
  find: noting(rows.find),
  count: noting(rows.count),
  updateOne: noting(rows.updateOne),
  updateMany: noting(rows.updateMany),
  takeOne: noting(rows.takeOne),
  deleteMany: noting(rows.deleteMany),
  forgetExpired: noting(rows.forgetExpired),
});

const noting =
  <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
  async (...args: Args): Promise<Result> => {
    try {
      return await work(...args);
    } catch (thrown) {
      const context = callContext();
      if (context) context.failure ??= thrown;
      throw thrown;
    }
  };
