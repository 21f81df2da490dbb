/**
 * Faults that the product has had, as changes of its source that bring each back, and the run that finds it.
 * `put-back.ts` makes them while the source is loaded; nothing in the product knows of them.
 */

type Change = {
  readonly file: string;
  /** There once in the file. */
  readonly now: string;
  readonly was: string;
};

type PastFault = {
  /** What was wrong, as a row of `docs/internals/simulator.md` has it. */
  readonly says: string;
  /** What has mended it. */
  readonly commit: string;
  readonly changes: readonly Change[];
  readonly seed: number;
  /** How long faults come, where it is not as long as usual. */
  readonly seconds?: number;
  /** The beginning of what is broken, or a part of it. */
  readonly broken: string;
  /** The kinds of the faults that are left. */
  readonly shrunkTo: readonly string[];
};

const KEEPER = 'src/ledger/lease-keeper.ts';
const EXTENSION = 'src/ledger/lease-extension.ts';
const LIFE = 'src/ledger/server-life.ts';

export const PAST_FAULTS: Readonly<Record<string, PastFault>> = {
  'late-life': {
    says: 'a server says that it lives only after its housekeeping',
    commit: '6851919f',
    changes: [
      {
        file: KEEPER,
        now: 'times.livingMs ?? times.syncMs, () => upkeep.read());',
        was: 'times.livingMs ?? times.syncMs, () => upkeep.rest(times.idleMs).then(() => upkeep.read()));',
      },
      {
        file: KEEPER,
        now: 'work: () => upkeep.read() }',
        was: 'work: () => upkeep.rest(times.idleMs).then(() => upkeep.read()) }',
      },
    ],
    seed: 80,
    broken: 'was taken for dead',
    shrunkTo: ['rows locked'],
  },
  'answers-of-the-dead': {
    says: 'answers of a server that was taken for dead go on',
    commit: '3c95303e',
    changes: [
      { file: LIFE, now: 'if (this.#isSure) return undefined;', was: 'return undefined;' },
      { file: LIFE, now: '    for (const answer of [...this.#answers]) answer.abort(reason);\n', was: '' },
    ],
    seed: 9,
    broken: 'given away',
    shrunkTo: ['suspend'],
  },
  'clock-that-stood-still': {
    says: 'a suspended server trusts its clock for deadlines alone',
    commit: '40df34f4',
    changes: [{ file: LIFE, now: ' && this.#clock.nowMs() <= this.#surelyUntilAtMs', was: '' }],
    seed: 9,
    broken: 'given away',
    shrunkTo: ['suspend'],
  },
  'stale-usage': {
    says: 'a report of no output so far is the bill of an answer that its client left',
    commit: '558ed518',
    changes: [
      {
        file: 'src/features/usage/usage-count.ts',
        now: 'if (outputTokens > 0) this.#running',
        was: 'this.#running',
      },
    ],
    seed: 2,
    seconds: 20,
    broken: 'nothing charged for what was given',
    shrunkTo: [],
  },
  'no-claim': {
    says: 'an Idempotency-Key is not claimed between servers',
    commit: 'c95c3c4d',
    changes: [
      {
        file: 'src/server/api.ts',
        now: 'storage.shared && { claims: storage.stores.answerClaims, stopping }',
        was: 'undefined',
      },
    ],
    seed: 2,
    seconds: 40,
    broken: 'two answers for one Idempotency-Key',
    shrunkTo: [],
  },
  'refund-by-configuration': {
    says: 'a plan is paid back by the tokens of the configuration',
    commit: '0fc539a9',
    changes: [
      {
        file: 'src/features/shop/fulfilment.ts',
        now: 'potId === null ? null : await grantedTokens(sql, potId, months)',
        was: 'potId === null ? null : (offers[plan]!.tokens ?? null)',
      },
    ],
    seed: 25,
    seconds: 40,
    broken: 'a plan that was paid back has tokens left',
    shrunkTo: [],
  },
  'written-twice': {
    says: 'a row of the journal in doubt is not looked up before it is written again',
    commit: '65cddcec',
    changes: [
      {
        file: 'src/ledger/journal.ts',
        now: 'if (doubtful.length === 0) return batch;',
        was: 'if (doubtful) return batch;',
      },
    ],
    seed: 176,
    seconds: 40,
    broken: 'UNIQUE constraint failed: requests.id',
    shrunkTo: ['words lost'],
  },
  'leases-of-the-dead': {
    says: 'leases of a server that died are not given back by others',
    commit: '65cddcec',
    changes: [{ file: KEEPER, now: 'news.silentServers.map((silent) => leases.dropSilent(silent))', was: '[]' }],
    seed: 5,
    seconds: 40,
    broken: 'a lease never comes back',
    shrunkTo: ['kill'],
  },
  'leases-at-start': {
    says: 'leases of a process that died stay at the next start',
    commit: '65cddcec',
    changes: [
      {
        file: 'src/server/stores/sqlite-storage.ts',
        now: 'await store.stores.leases.dropAll()',
        was: 'await Promise.resolve()',
      },
    ],
    seed: 21,
    seconds: 40,
    broken: 'a lease never comes back',
    shrunkTo: ['kill'],
  },
  'not-flushed': {
    says: 'a charge is not flushed before its answer ends',
    commit: 'd6f979ef',
    changes: [
      {
        file: 'src/server/stores/store-loop.ts',
        now: "reply.ok && kindOfCall(calls[i]!) === 'durable'",
        was: 'reply.ok && i < 0',
      },
    ],
    seed: 21,
    seconds: 40,
    broken: 'not charged',
    shrunkTo: ['power loss'],
  },
  'account-not-locked': {
    says: 'the account is not locked when its lease is extended',
    commit: '65cddcec',
    changes: [{ file: EXTENSION, now: '    lockAccount(sql, accountId),', was: '    undefined,' }],
    seed: 256,
    seconds: 40,
    broken: 'CHECK constraint failed: held <= balance',
    shrunkTo: [],
  },
  'given-back-meanwhile': {
    says: 'credit that another server gives back while the funds are read is taken for spent',
    commit: 'e3bdc9f4',
    changes: [
      {
        file: EXTENSION,
        now: '  await write(sql, [extended]);\n',
        was: '  const asked = await write(sql, [extended]);\n',
      },
      { file: EXTENSION, now: '  await write(\n', was: '  const asked = await write(\n' },
      {
        file: EXTENSION,
        now: 'return grantOf(extended, unanswered)',
        was: 'return grantOf(extended, unanswered, asked)',
      },
      { file: EXTENSION, now: 'one && grantOf(one, unanswered)', was: 'one && grantOf(one, unanswered, asked)' },
      {
        file: EXTENSION,
        now: '  await sql.last([...raised, ...asked]);\n',
        was: `  await sql.last([...raised, ...asked]);
  const servers = await Promise.all(asked);
  return new Set(unasked.flatMap(([, id], at) => (servers[at]! > 0 ? [id] : [])));\n`,
      },
      {
        file: EXTENSION,
        now: 'unanswered: ReadonlySet<string>): LeaseGrant',
        was: 'unanswered: ReadonlySet<string>, asked: ReadonlySet<string>): LeaseGrant',
      },
      { file: EXTENSION, now: 'unasked.length > 0', was: 'unasked.some((id) => asked.has(id))' },
    ],
    seed: 29,
    seconds: 40,
    broken: 'refused with insufficient_quota',
    shrunkTo: ['suspend', 'transactions meet'],
  },
  'refund-first': {
    says: 'a refund whose message comes before its payment is not acted on when the payment comes',
    commit: '5be21b60',
    changes: [
      {
        file: 'src/features/shop/payment-event-store.ts',
        now: '  await actOnWaiting(sql, [invoice, payment], acting);\n',
        was: '',
      },
    ],
    seed: 1,
    seconds: 40,
    broken: 'a plan that was paid back has tokens left',
    shrunkTo: [],
  },
};

/** The source of a file with a fault in it. Throws where a text is not there once. */
export function withFault(fault: PastFault, file: string, source: string): string {
  return fault.changes
    .filter((change) => change.file === file)
    .reduce((text, { now, was }) => {
      const found = text.split(now).length - 1;
      if (found !== 1) throw new Error(`${file} has this ${found} times, and not once: ${now}`);
      return text.replace(now, () => was);
    }, source);
}
