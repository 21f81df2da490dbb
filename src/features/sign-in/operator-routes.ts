/** Who may sign up: what the configuration says, or what the operator has set here. */
import { actorOf } from '../../core/management-token.ts';
import type { Clock } from '../../core/ports.ts';
import type { OperatorStore, SignUpMode } from '../../platform/action-log/operator.ts';
import type { Route } from '../../platform/http/call.ts';
import type { SignUpView } from '../../server/api/operator-api.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';

export type SignUpParts = {
  readonly operatorStore: OperatorStore;
  readonly configuredSignUp: SignUpMode;
  readonly refresh: () => Promise<void>;
  readonly clock: Clock;
};

export function signUpRoutes({ operatorStore, configuredSignUp, refresh, clock }: SignUpParts): readonly Route[] {
  async function view(): Promise<SignUpView> {
    const { signUp } = await operatorStore.announcements();
    return { mode: signUp ?? configuredSignUp, configured: configuredSignUp, isSet: signUp !== null };
  }

  return [
    operatorRoute('GET /api/operator/sign-up', view),

    operatorRoute('POST /api/operator/sign-up', async ({ operator }, { body: { id, reason, mode } }) => {
      const about = { id, reason, actor: actorOf(operator), atMs: clock.nowMs() };
      await operatorStore.act({ ...about, action: { kind: 'sign-up', mode } });
      await refresh();
      return view();
    }),
  ];
}
