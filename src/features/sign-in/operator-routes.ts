/** The sign-up mode: as the configuration has it, or as the operator has set it here. */
import { actorOf } from '../../core/management-token.ts';
import type { Clock } from '../../core/ports.ts';
import type { SignUpMode } from '../../core/sign-up.ts';
import type { ActionLog } from '../../platform/action-log/action.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { type SignUpView, signUp } from './contract.ts';

export type SignUpParts = {
  readonly operatorStore: Pick<ActionLog, 'act'> & {
    announcements(): Promise<{ readonly signUp: SignUpMode | null }>;
  };
  readonly configuredSignUp: SignUpMode;
  readonly refresh: () => Promise<void>;
  readonly clock: Clock;
};

export function signUpRoutes({ operatorStore, configuredSignUp, refresh, clock }: SignUpParts): readonly Route[] {
  async function view(): Promise<SignUpView> {
    const { signUp: set } = await operatorStore.announcements();
    return { mode: set ?? configuredSignUp, configured: configuredSignUp, isSet: set !== null };
  }

  return implement(signUp, {
    show: view,

    set: async ({ operator, body: { id, reason, mode } }) => {
      const about = { id, reason, actor: actorOf(operator), atMs: clock.nowMs() };
      await operatorStore.act({ ...about, action: { kind: 'sign-up', mode } });
      await refresh();
      return view();
    },
  });
}
