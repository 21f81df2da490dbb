/** The engines of one model: which of them can be asked now, which one is, and when it makes sense to come back. */
import type { EngineSource } from '../../core/buying.ts';
import type { EngineHealth } from '../../core/engine.ts';
import { choose } from './balance.ts';
import type { Member, Slot } from './member.ts';

/** A member and its part in one model. */
export type Candidate = {
  readonly member: Member;
  readonly weight: number;
  /** This engine's name of the model, where it differs from the others. */
  readonly engineModel?: string;
  /** By which its buying price is known. */
  readonly source?: EngineSource;
};

/** Less is cheaper; an engine without a rank is dearer than all others. */
export type RankOf = (source: EngineSource) => bigint | undefined;

/** A request that looks for a slot: whose it is, its place by tier, of which conversation, and which engines have failed it already. */
export type Waiting = {
  readonly account: string;
  readonly rank: number;
  readonly prefix: number;
  readonly tried: ReadonlySet<Candidate>;
};

export type Taken = { readonly candidate: Candidate; readonly slot: Slot };

export class Candidates {
  readonly #all: readonly Candidate[];
  readonly #rankOf: RankOf | undefined;

  constructor(all: readonly Candidate[], rankOf?: RankOf) {
    this.#all = all;
    this.#rankOf = rankOf;
  }

  /** How many requests may wait for one of them, and how long. */
  get queueMax(): number {
    return this.#all.reduce((sum, { member }) => sum + member.settings.queueMax, 0);
  }

  get queueMs(): number {
    return Math.max(...this.#all.map(({ member }) => member.settings.queueMs));
  }

  onChange(listener: (rankMax?: number) => void): void {
    for (const { member } of this.#all) member.onChange(listener);
  }

  /** Takes a slot at one of those that have not failed it, if one is free. */
  take({ account, prefix, tried }: Waiting): Taken | undefined {
    const free = this.#untried(tried, (member) => member.canTake && member.hasShareFor(account));
    const taking =
      free.length > 0 ? free : this.#untried(tried, (one) => one.canTakeInNeed && one.hasShareFor(account));
    const candidates = this.#cheapest(taking).map((candidate) => {
      const { name, running } = candidate.member;
      return { candidate, name, running, weight: candidate.weight };
    });
    const candidate = choose(candidates, prefix)?.candidate;
    return candidate && { candidate, slot: candidate.member.take(account) };
  }

  /** Ends an answer that gives way at one of those that have not failed it. */
  makeRoom({ tried }: Pick<Waiting, 'tried'>): void {
    this.#untried(tried, (member) => member.isUsable).some(({ member }) => member.makeRoom());
  }

  get hasSlot(): boolean {
    return this.#all.some(({ member }) => member.canTakeInNeed);
  }

  hasSlotFor({ account, tried }: Waiting): boolean {
    return this.#untried(tried, (member) => member.canTakeInNeed && member.hasShareFor(account)).length > 0;
  }

  /** How many of all their answers are for an account. */
  heldBy(account: string): number {
    return this.#all.reduce((sum, { member }) => sum + member.heldBy(account), 0);
  }

  /** After how long an account of which so many wait may expect a slot. */
  waitMs(account: string, waiting: number): number {
    return Math.min(...this.#all.map(({ member }) => member.waitMs(account, waiting)));
  }

  /** True where an engine is left that has not failed it and answers, even if it has no slot now. */
  isHopeFor({ tried }: Pick<Waiting, 'tried'>): boolean {
    return this.#all.some((candidate) => !tried.has(candidate) && candidate.member.isUsable);
  }

  /** After how long the first one may be asked again. */
  get usableInMs(): number {
    return Math.min(...this.#all.map(({ member }) => member.usableInMs));
  }

  /** Why they are not asked, in words for the operator. */
  get states(): string {
    return this.#all.map(({ member }) => `${member.name} ${member.state}`).join(', ');
  }

  async health(): Promise<EngineHealth> {
    const all = await Promise.all(
      this.#all.map(async ({ member }) => ({ name: member.name, ...(await member.health()) })),
    );
    return { ok: all.some(({ ok }) => ok), detail: all.map(({ name, detail }) => `${name} ${detail}`).join(', ') };
  }

  /** Those that cost least; all of them, where the cost does not matter. */
  #cheapest(free: readonly Candidate[]): readonly Candidate[] {
    const rankOf = this.#rankOf;
    if (!rankOf || free.length < 2) return free;
    const ranked = free.map((candidate) => ({ candidate, rank: candidate.source && rankOf(candidate.source) }));
    const known = ranked.flatMap(({ rank }) => (rank === undefined ? [] : [rank]));
    const least = known.reduce<bigint | undefined>(
      (low, rank) => (low === undefined || rank < low ? rank : low),
      undefined,
    );
    return ranked.filter(({ rank }) => rank === least).map(({ candidate }) => candidate);
  }

  #untried(tried: ReadonlySet<Candidate>, isFree: (member: Member) => boolean): readonly Candidate[] {
    return this.#all.filter((candidate) => !tried.has(candidate) && isFree(candidate.member));
  }
}
