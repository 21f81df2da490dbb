/** The sign-up mode: as the configuration declares it, else as the operator has set it here, else the default. */
import { actorOf } from '../../core/management-token.ts';
import type { SignUpMode } from '../../core/people.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { type SignUpView, signUp } from './contract.ts';

export type SignUpSettings = {
  readonly announcements: () => Promise<{ readonly signUp: SignUpMode | null }>;
  /** As the configuration has it; where it declares it, nothing else counts. */
  readonly configuredSignUp: () => { readonly mode: SignUpMode; readonly isDeclared: boolean };
  /** Reads announcements anew, so that this server goes by them at once. */
  readonly refresh: () => Promise<void>;
};

export function signUpRoutes(
  { actionLog, clock }: Platform,
  { announcements, configuredSignUp, refresh }: SignUpSettings,
): readonly Route[] {
  async function view(): Promise<SignUpView> {
    const { mode: configured, isDeclared: isFromFile } = configuredSignUp();
    const set = isFromFile ? null : (await announcements()).signUp;
    return { mode: set ?? configured, configured, isFromFile, isSet: set !== null };
  }

  return implement(signUp, {
    show: view,

    set: async ({ operator, body: { id, reason, mode } }) => {
      const about = { id, reason, actor: actorOf(operator), atMs: clock.nowMs() };
      await actionLog.act({ ...about, action: { kind: 'sign-up', mode } });
      await refresh();
      return view();
    },
  });
}
