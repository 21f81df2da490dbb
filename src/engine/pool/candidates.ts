/** The engines of one model: which of them can be asked now, which one is, and when it makes sense to come back. */
import type { EngineHealth } from '../../domain/ports.ts';
import { choose } from './balance.ts';
import type { Member, Place } from './member.ts';

/** A member and its part in one model. */
export type Share = {
  readonly member: Member;
  readonly weight: number;
  /** What this engine calls the model, where it differs from the others. */
  readonly engineModel?: string;
};

/** A request that looks for a place: whose it is, of which conversation, and which engines have failed it already. */
export type Seeker = { readonly account: string; readonly prefix: number; readonly tried: ReadonlySet<Share> };

export type Taken = { readonly share: Share; readonly place: Place };

export class Shares {
  readonly #all: readonly Share[];

  constructor(all: readonly Share[]) {
    this.#all = all;
  }

  /** How many requests may wait for one of them, and how long. */
  get queueMax(): number {
    return this.#all.reduce((sum, { member }) => sum + member.settings.queueMax, 0);
  }

  get queueMs(): number {
    return Math.max(...this.#all.map(({ member }) => member.settings.queueMs));
  }

  onChange(listener: () => void): void {
    for (const { member } of this.#all) member.onChange(listener);
  }

  /** Takes a place at one of those that have not failed it, if one is free. */
  take({ account, prefix, tried }: Seeker): Taken | undefined {
    const free = this.#untried(tried, (member) => member.canTake && member.hasShareFor(account));
    const taking =
      free.length > 0 ? free : this.#untried(tried, (one) => one.canTakeInNeed && one.hasShareFor(account));
    const candidates = taking.map((share) => {
      const { name, running } = share.member;
      return { share, name, running, weight: share.weight };
    });
    const share = choose(candidates, prefix)?.share;
    return share && { share, place: share.member.take(account) };
  }

  get hasPlace(): boolean {
    return this.#all.some(({ member }) => member.canTakeInNeed);
  }

  hasPlaceFor({ account, tried }: Seeker): boolean {
    return this.#untried(tried, (member) => member.canTakeInNeed && member.hasShareFor(account)).length > 0;
  }

  /** How many of all their answers are for an account. */
  heldBy(account: string): number {
    return this.#all.reduce((sum, { member }) => sum + member.heldBy(account), 0);
  }

  /** After how long an account of which so many wait may expect a place. */
  waitMs(account: string, waiting: number): number {
    return Math.min(...this.#all.map(({ member }) => member.waitMs(account, waiting)));
  }

  /** Whether there is one that has not failed it and answers, even if it has no place now. */
  isHopeFor({ tried }: Pick<Seeker, 'tried'>): boolean {
    return this.#all.some((share) => !tried.has(share) && share.member.isUsable);
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

  #untried(tried: ReadonlySet<Share>, isFree: (member: Member) => boolean): readonly Share[] {
    return this.#all.filter((share) => !tried.has(share) && isFree(share.member));
  }
}
