/** Who may sign up, and who became an operator, as the log says it. */
import { type ActionRules, DONE_ELSEWHERE } from '../../platform/action-log/action-rules.ts';
import type { ServiceAction } from '../../platform/action-log/operator.ts';
import { readSignUpMode, writeSignUpMode } from '../../platform/database/service-settings.ts';

export const SIGN_UP_ACTIONS: ActionRules<ServiceAction & { readonly kind: 'sign-up' | 'become-operator' }> = {
  'sign-up': {
    object: () => 'service',
    state: async (sql) => ({ mode: await readSignUpMode(sql) }),
    perform: ({ sql }, { mode }) => writeSignUpMode(sql, mode),
  },
  'become-operator': DONE_ELSEWHERE,
};
