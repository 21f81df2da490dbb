/** How many requests a minute may have, and that the headers are true. */
import type { Check } from './check.ts';
import { demand, demandEqual } from './deviation.ts';
import { demandRefusal } from './error-checks.ts';
import { type Answer, waitMsOf } from './probe.ts';

const REQUESTS_MAX = 10_000;

export const LIMIT_CHECKS: readonly Check[] = [
  {
    id: 'limit-told',
    group: 'limits',
    rule: 'Every answer to a known key says the limit, what is left of it, and when it is whole again.',
    async run(probe) {
      const { headers } = await probe.call('/models');
      const limit = numberIn(headers, 'limit');
      const left = numberIn(headers, 'remaining');
      demand(Number.isSafeInteger(limit) && limit > 0, `the limit is ${limit}`);
      demand(Number.isSafeInteger(left) && left >= 0 && left < limit, `${left} of ${limit} are left`);
      const reset = headers.get('x-ratelimit-reset-requests') ?? 'missing';
      demand(/^\d+(?:\.\d+)?s$/.test(reset), `the reset is ${reset}`);
      return `${left} of ${limit} left, whole again in ${reset}`;
    },
  },
  {
    id: 'limit-counts',
    group: 'limits',
    rule: 'Every request with a key counts, also one that is refused for its form.',
    async run(probe) {
      const left = async (asked: Promise<Answer>) => numberIn((await asked).headers, 'remaining');
      const before = await left(probe.call('/models'));
      const after = await left(probe.chat({ temperature: 9 }));
      // What came into the window a minute ago may leave it just now, so one of several tries has to show it.
      if (after < before) return `${before}, then ${after}`;
      const again = await left(probe.call('/models'));
      const last = await left(probe.chat({ temperature: 9 }));
      demand(last < again, `${before} were left, and after a refused request ${after}; then ${again} and ${last}`);
      return `${again}, then ${last}`;
    },
  },
  {
    id: 'limit-kept',
    group: 'limits',
    rule: 'Beyond the limit is a 429, and who waits as long as it says is admitted.',
    needs: 'exhaust',
    async run(probe) {
      let refused: Answer | undefined;
      let sent = 0;
      while (!refused && sent < REQUESTS_MAX) {
        const answer = await probe.call('/models', { rateLimit: 'show' });
        sent++;
        if (answer.status !== 200) refused = answer;
        const limit = numberIn(answer.headers, 'limit');
        demand(sent <= limit + 1 || limit === 0, `${sent} requests were admitted with a limit of ${limit}`);
      }
      demand(refused !== undefined, `${sent} requests were all admitted`);
      demandRefusal(refused, 'rate_limited');
      const waitMs = waitMsOf(refused.headers);
      demandEqual('retry-after', refused.headers.get('retry-after'), String(Math.max(1, Math.ceil(waitMs / 1000))));
      demand(waitMs > 0 && waitMs <= 60_000, `the wait is ${waitMs} ms`);
      await probe.sleep(waitMs);
      const after = await probe.call('/models', { rateLimit: 'show' });
      demandEqual(`the status after ${waitMs} ms`, after.status, 200);
      return `429 after ${sent - 1} requests, admitted again after ${waitMs} ms`;
    },
  },
];

const numberIn = (headers: Headers, which: 'limit' | 'remaining'): number =>
  Number(headers.get(`x-ratelimit-${which}-requests`) ?? Number.NaN);
