import type { ApiKey } from './api-key.ts';

/** A key without any rule. */
export const API_KEY: ApiKey = {
  id: 'key_1',
  accountId: 'acc_1',
  name: 'test',
  hint: 'abcd',
  createdAtMs: 0,
  allowedModels: [],
  allowedRanges: [],
  limits: [],
};
