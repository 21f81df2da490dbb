/** The facts on the pages of the front: the operator's settings, and the state of this moment. */

import type { Model } from '../../core/model.ts';
import type { Nanos, Price } from '../../core/money.ts';
import type { AmountRange, PayMethod, Seller } from '../../core/offer.ts';
import type { SignUpMode } from '../../core/people.ts';
import type { PlanPayment } from '../../core/plan.ts';
import type { PotTerms } from '../../ledger/pot-terms.ts';
import type { Html } from '../../lib/html.ts';
import type { Front, Language } from './front.ts';
import type { DayRecord, ModelState, StatusNote } from './rules.ts';

/** Counts from one start of the server to the next. */
export type FrontSite = {
  readonly name: string;
  readonly front: Front;
  readonly seller: Seller | null;
  /** The contact for security reports; empty where there is none. */
  readonly securityContact: string;
  /** Where the files of the front are. */
  readonly files: {
    readonly style: string;
    readonly script: string;
    readonly logo: string;
    readonly logoDark: string | undefined;
  };
};

export type FrontModel = Model & {
  readonly aliases: readonly string[];
  /** Announced for a time to come, soonest first. */
  readonly changes: readonly { readonly price: Price; readonly fromMs: number }[];
};

export type FrontPlan = {
  readonly name: Readonly<Record<Language, string>>;
  /** A sentence or two for customers; empty where the operator has written none. */
  readonly text: Readonly<Record<Language, string>>;
  /** Of a month, however it is paid: tokens, or nano-crowns where its terms say so. */
  readonly allowance: bigint;
  readonly every: PlanPayment;
  readonly amount: Nanos | null;
  /** Which models it pays for, and how much of it a token takes. */
  readonly terms: PotTerms;
};
export type FrontPackage = { readonly tokens: bigint; readonly amount: Nanos; readonly days: number };

export type ModelStatus = {
  readonly model: string;
  readonly state: ModelState;
  /** Empty where the records cannot be read. */
  readonly days: readonly DayRecord[];
};

/** The state of this moment. */
export type FrontFacts = {
  readonly origin: string;
  readonly nowMs: number;
  readonly defaultModel: string;
  readonly models: readonly FrontModel[];
  readonly plans: readonly FrontPlan[];
  readonly packages: readonly FrontPackage[];
  readonly credits: readonly Nanos[];
  readonly anyAmount: AmountRange | null;
  readonly methods: readonly PayMethod[];
  /** Prices have VAT in them. */
  readonly hasVat: boolean;
  readonly signUp: SignUpMode;
  /** The credit that new accounts get. */
  readonly trial: Nanos | null;
  readonly requestsPerMinute: number;
  readonly status: readonly ModelStatus[];
  readonly notes: readonly StatusNote[];
};

export type PageContext = {
  readonly site: FrontSite;
  readonly facts: FrontFacts;
  readonly language: Language;
  /** The fields that a form of the page has sent. */
  readonly query: Readonly<Record<string, string>>;
};

export type PageContent = {
  readonly title: string;
  readonly description: string;
  readonly main: Html;
  /** Kept out of search engines. */
  readonly isHidden?: boolean;
};

/** The pages, by the last part of their address. */
export const PAGE_NAMES = ['', 'pricing', 'models', 'status', 'docs', 'terms', 'privacy', 'contact'] as const;
export type PageName = (typeof PAGE_NAMES)[number];
/** The reference has a page for each operation. */
export type FrontPath = PageName | 'reference' | `reference/${string}`;

/** In a language; without one it is chosen by what the browser asks for. */
export const pathTo = (page: FrontPath, language?: Language): string =>
  `/${[language ?? '', page].filter((part) => part !== '').join('/')}`;

export const baseAddress = ({ origin }: FrontFacts): string => `${origin}/v1`;
