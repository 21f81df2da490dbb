/**
 * A command that asks the handler of its route, as a page does: so it decides nothing. What it changes has a line in the
 * action log before it is done, as what programs change with a management token has.
 */

import type { Account } from '../../core/ledger.ts';
import type { Person } from '../../core/person.ts';
import { NO_SPAN } from '../../core/trace.ts';
import { isFile, type NamedRoute } from '../api/contract.ts';
import type { ReplyOf } from '../api/implement.ts';
import type { Call, Route } from '../http/call.ts';
import { createSendFile, type SendFile } from '../http/file-stream.ts';
import { methodAndPath } from '../http/page-route.ts';
import { type ActNeeds, act } from './action.ts';
import { ACTOR } from './amounts.ts';
import type { Asked, AskedOfService } from './from-contract.ts';

/** The person that a route is asked as, where it is not the operator in the name of the service. */
type Who<Needs> = (account: Account, needs: Needs) => Promise<Pick<Person, 'userId' | 'email' | 'language'>>;

const WRITE_STALL_MS = 60_000;

/** A command writes what is sent into a file of this machine, under a name of its own. */
export const commandFiles = ({ platform }: ActNeeds): SendFile => createSendFile(platform, WRITE_STALL_MS);

/** The routes of a feature, made of what the command is given. */
type RoutesOf<Needs> = (needs: Needs) => readonly Route[] | Promise<readonly Route[]>;

/** Asks a route of customers, with all that the owner of the account may do. */
export const viaRoute =
  <Needs extends ActNeeds, const Spec extends NamedRoute>(spec: Spec, routesOf: RoutesOf<Needs>, who?: Who<Needs>) =>
  async (asked: Asked<Spec>, needs: Needs): Promise<ReplyOf<Spec>> => {
    const { account } = asked;
    const { method } = methodAndPath(spec.name);
    const person = {
      ...byCommand(needs),
      ...(await who?.(account, needs)),
      accountId: account.id,
      memberRole: 'owner' as const,
    };
    if (method !== 'GET') {
      const action = { kind: 'command-call', accountId: account.id, call: spec.name } as const;
      await act(needs, action, { reason: 'by command' });
    }
    return answerOf(spec, asked, { needs, route: routeOf(spec, await routesOf(needs)), who: { person } });
  };

/** Asks a route of operators, whose actions have lines of their own. */
export const viaOperatorRoute =
  <Needs extends ActNeeds, const Spec extends NamedRoute>(spec: Spec, routesOf: RoutesOf<Needs>) =>
  async (asked: AskedOfService<Spec>, needs: Needs): Promise<ReplyOf<Spec>> =>
    answerOf(spec, asked, {
      needs,
      route: routeOf(spec, await routesOf(needs)),
      who: { operator: { ...byCommand(needs), email: ACTOR } },
    });

/** E-mails to customers come from the service; the log says that it was a command. */
const byCommand = ({ platform: { serviceName, clock } }: ActNeeds): Person => ({
  userId: '',
  email: serviceName,
  name: serviceName,
  role: 'operator',
  language: null,
  hasTwoFactor: true,
  operatorNeeds: null,
  accountId: '',
  memberRole: 'owner',
  accounts: [],
  session: { openedAtMs: clock.nowMs(), by: 'self' },
});

function routeOf({ name }: NamedRoute, routes: readonly Route[]): Route {
  const { method, path } = methodAndPath(name);
  return routes.find((one) => one.method === method && one.path === path)!;
}

type Asking = {
  readonly needs: ActNeeds;
  readonly route: Route;
  readonly who: { readonly person: Person } | { readonly operator: Person };
};

async function answerOf<Spec extends NamedRoute>(
  spec: Spec,
  { params, sent }: AskedOfService<Spec>,
  { needs, route, who }: Asking,
): Promise<ReplyOf<Spec>> {
  const query = Object.fromEntries(Object.entries(sent.query).map(([key, value]) => [key, String(value)]));
  const call: Call = {
    request: new Request(`http://localhost${route.path}?${new URLSearchParams(query)}`, {
      method: route.method,
      ...(spec.body && { body: JSON.stringify(sent.body), headers: { 'content-type': 'application/json' } }),
    }),
    requestId: needs.platform.ids.next('req_'),
    client: { address: '127.0.0.1' },
    params: params as Call['params'],
    note: {},
    span: NO_SPAN,
    onStreamEnd: () => {},
  };
  const answer = await (route.handle as (call: Call) => Response | Promise<Response>)({ ...call, ...who });
  return (isFile(spec.reply) ? answer : await answer.json()) as ReplyOf<Spec>;
}
