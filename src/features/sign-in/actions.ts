/** The sign-up mode, and people who became operators, as the log says it. */

import type { SignUpMode } from '../../core/people.ts';
import { type ActionRules, DONE_ELSEWHERE, type WrittenDown } from '../../platform/action-log/action-rules.ts';
import { readSettings, writeSetting } from '../../platform/database/service-settings.ts';

export type SignUpChange =
  /** Null gives it back to the default. */
  { readonly kind: 'sign-up'; readonly mode: SignUpMode | null } | WrittenDown<'become-operator'>;

export const SIGN_UP_ACTIONS: ActionRules<SignUpChange> = {
  'sign-up': {
    object: () => 'service',
    state: async (sql) => ({ mode: (await readSettings(sql)).signUp }),
    perform: ({ sql }, { mode }) => writeSetting(sql, 'signUp', mode),
  },
  'become-operator': DONE_ELSEWHERE,
};
