/** The pages for visitors: configuration and live facts → routes. */

import { createHash } from 'node:crypto';
import { aliasesOf, listedModels } from '../core/model.ts';
import { type Offer, openShop } from '../core/offer.ts';
import { DEFAULT_PLANS, type PlanOffers, planNames, plansInOrder } from '../core/plan.ts';
import { type FrontLook, frontRoutes } from '../features/site/front-routes.ts';
import { FRONT_SCRIPT } from '../features/site/front-script.ts';
import { createReference } from '../features/site/reference/reference.ts';
import { dayRecordsOf, firstStatusDay, STATUS_DAYS } from '../features/site/rules.ts';
import type { FrontFacts, FrontModel, FrontPackage, FrontPlan, FrontSite, ModelStatus } from '../features/site/site.ts';
import type { StatusRecorder } from '../features/site/status-recorder.ts';
import { frontStyle } from '../features/site/style.ts';
import { openapiDocument } from '../gateway/openapi/openapi.ts';
import { potTermsOf } from '../ledger/pot-terms.ts';
import type { CompressedFile } from '../lib/compressed-file.ts';
import type { Clock } from '../platform/clock.ts';
import { compressFile } from '../platform/compress.ts';
import type { Route } from '../platform/http/call.ts';
import type { Platform } from '../platform/platform.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Auth } from './auth.ts';
import type { LiveCatalogue } from './catalogue.ts';
import type { Config } from './configuration/config.ts';
import type { Settings } from './configuration/settings-config.ts';
import type { Stores } from './stores/stores.ts';

type Live = {
  readonly stores: Pick<Stores, 'status'>;
  readonly auth: Pick<Auth, 'people'>;
  readonly catalogue: LiveCatalogue;
  readonly status: Pick<StatusRecorder, 'now'>;
};

const KEPT_QUALITY = 9;
const PAGE_QUALITY = 5;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Visitors may see what was true this long ago. */
const FACTS_MS = 2000;

/** The reference alone where the operator has turned the front off. */
export function createFront(config: Config, platform: Platform, live: Live): readonly Route[] {
  const { settings: settingsNow, published } = live.catalogue;
  const serviceName = () => settingsNow().settings.serviceName;
  const describe = () => openapiDocument(config.limits, published, serviceName());
  const reference = createReference({ catalogue: published, describe, serviceName });
  let made: { readonly settings: Settings; readonly look: Promise<FrontLook> } | undefined;
  const look = () => {
    const { settings } = settingsNow();
    if (made?.settings !== settings) made = { settings, look: frontLook(settings, config.security.contact) };
    return made.look;
  };
  const pages = frontRoutes({
    look,
    facts: keepFor(FACTS_MS, platform.clock, () => readFacts(config, platform, live)),
    compress: (html) => compressFile('text/html; charset=utf-8', new TextEncoder().encode(html), PAGE_QUALITY),
    isSignedIn: async (cookies) => (await live.auth.people.personOf(cookies)) !== undefined,
    reference: reference.read,
    hasPages: config.front.enabled,
  });
  return [reference.route, ...pages];
}

/** The files have a part of their hash in their names, so that browsers may keep them for ever. */
async function frontLook({ front, serviceName, shop }: Settings, securityContact: string): Promise<FrontLook> {
  const files = new Map<string, CompressedFile>();
  const add = async (name: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    files.set(`${hash}-${name}`, await compressFile(type, bytes, KEPT_QUALITY));
    return `/front/${hash}-${name}`;
  };
  const text = (written: string) => new TextEncoder().encode(written);
  const style = await add('style.css', 'text/css; charset=utf-8', text(frontStyle(front.colours)));
  const script = await add('script.js', 'text/javascript; charset=utf-8', text(FRONT_SCRIPT));
  const { logo, logoDark } = front;
  const site: FrontSite = {
    name: serviceName,
    front,
    seller: shop.seller,
    securityContact,
    files: {
      style,
      script,
      logo: logo ? await add('logo', logo.type, logo.bytes) : '/assets/icon.svg',
      logoDark: logoDark ? await add('logo-dark', logoDark.type, logoDark.bytes) : undefined,
    },
  };
  return { site, files };
}

async function readFacts(config: Config, platform: Platform, live: Live): Promise<FrontFacts> {
  const { catalogue } = live;
  const nowMs = platform.clock.nowMs();
  const { shop, trial } = catalogue.settings().settings;
  const { offers, anyAmount, methods } = openShop(() => shop, catalogue.sold);
  return {
    origin: platform.origin(),
    nowMs,
    defaultModel: catalogue.published.defaultModel,
    models: modelsOf(catalogue),
    plans: plansOf(offers, catalogue.planOffers()),
    packages: offers.flatMap((offer): FrontPackage[] => (offer.kind === 'package' ? [offer] : [])),
    credits: offers.flatMap((offer) => (offer.kind === 'credit' ? [offer.amount] : [])),
    anyAmount,
    methods,
    hasVat: shop.seller?.isVatPayer ?? false,
    signUp: catalogue.signUp(),
    trial: trial?.czk ?? null,
    requestsPerMinute: config.limits.requestsPerMinute,
    ...(await readStatus(platform.log, live, nowMs)),
  };
}

function modelsOf({ published, upcomingPrices }: LiveCatalogue): readonly FrontModel[] {
  const upcoming = upcomingPrices();
  return listedModels(published).map((model) => ({
    ...model,
    aliases: aliasesOf(model.id, published),
    changes: upcoming.filter((version) => version.model === model.id),
  }));
}

/** As many tokens as a period would have that begins now. */
const plansOf = (offers: readonly Offer[], granted: PlanOffers): readonly FrontPlan[] =>
  plansInOrder(granted).flatMap((id) => {
    const offer = offers.find((one) => one.kind === 'plan' && one.plan === id);
    const terms = granted[id];
    // The presets are arranged with the operator where they are not sold.
    const allowance = terms?.tokens ?? terms?.credit;
    if (!terms || !allowance || (!offer && !Object.hasOwn(DEFAULT_PLANS, id))) return [];
    const name = planNames(id, terms);
    const { text = { en: '', cs: '' }, every = 'month' } = terms;
    return [{ name, text, allowance, every, amount: offer?.amount ?? null, terms: potTermsOf(terms) }];
  });

async function readStatus(
  log: Log,
  { stores, status, catalogue }: Live,
  nowMs: number,
): Promise<Pick<FrontFacts, 'status' | 'notes'>> {
  const records = await ifReadable(log, () => stores.status.read(firstStatusDay(nowMs)), undefined);
  const notes = await ifReadable(log, () => stores.status.notes(nowMs - STATUS_DAYS * DAY_MS), []);
  const listed = new Set(listedModels(catalogue.published).map(({ id }) => id));
  const shown = [...status.now()].filter(([model]) => listed.has(model));
  const models = shown.map(
    ([model, state]): ModelStatus => ({ model, state, days: records ? dayRecordsOf(model, records, nowMs) : [] }),
  );
  return { status: models, notes };
}

/** The pages for visitors are shown also while the database cannot be read. */
async function ifReadable<T>(log: Log, read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    log.warn({ cause }, 'a part of the pages for visitors could not be read');
    return otherwise;
  }
}

function keepFor<T>(ms: number, clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly atMs: number; readonly value: Promise<T> } | undefined;
  return () => {
    const nowMs = clock.monotonicMs();
    if (!kept || nowMs - kept.atMs >= ms) {
      const value = read();
      kept = { atMs: nowMs, value };
      value.catch(() => {
        if (kept?.value === value) kept = undefined;
      });
    }
    return kept.value;
  };
}
