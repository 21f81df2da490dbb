/** The sources of the service settings: on a server those that hold there, in a command those that it reads. */
import type { Declared } from '../core/declared.ts';
import { type DraftModel, listedModels } from '../core/model.ts';
import type { Price } from '../core/money.ts';
import type { Shop } from '../core/offer.ts';
import type { Preset } from '../core/preset.ts';
import type { Vault } from '../core/vault.ts';
import type { SetUpFacts, SetUpRecords } from '../features/service-settings/rules.ts';
import type { SettingsSources } from '../features/service-settings/service.ts';
import type { LiveCatalogue } from './catalogue.ts';
import type { Config } from './configuration/config.ts';
import { type FoundSettings, openSettings, type Settings, settingsFrom } from './configuration/settings-config.ts';
import type { Decided } from './decided/decided.ts';
import type { AnnouncementReader } from './stores/announcements.ts';
import type { Stores } from './stores/stores.ts';

type Around = {
  readonly stores: Pick<Stores, 'announcements' | 'setUp'>;
  readonly vault: Pick<Vault, 'open'>;
};

type OnServer = Around & {
  readonly catalogue: Pick<LiveCatalogue, 'settings' | 'declared' | 'published' | 'refresh'>;
  readonly shop: Pick<Shop, 'offers' | 'anyAmount'>;
};

export function settingsOnServer(config: Config, { stores, catalogue, shop, vault }: OnServer): SettingsSources {
  return {
    ...storedSettings(config, { stores, vault }),
    held: async () => catalogue.settings(),
    declared: catalogue.declared,
    setUpFacts: async () => {
      const { preset } = await stores.announcements.read();
      const models = [...catalogue.published.models.values()];
      const isSold = shop.offers.length > 0 || shop.anyAmount !== null;
      const sale = { models, listed: listedModels(catalogue.published), isSold };
      const about = { settings: catalogue.settings().settings, declared: catalogue.declared(), preset };
      return setUpFactsOf({ ...about, ...sale, ...(await stores.setUp.setUpFacts()) });
    },
    refresh: catalogue.refresh,
  };
}

/** Without a running server. Those that run know within a second. */
export function settingsOfCommand(
  config: Config,
  { stores, vault, decided }: Around & { readonly decided: () => Promise<Decided> },
): SettingsSources {
  const held = () => settingsIn(config, stores.announcements, vault);
  return {
    ...storedSettings(config, { stores, vault }),
    held,
    declared: () => config.declared,
    setUpFacts: async () => {
      const { preset } = await stores.announcements.read();
      const about = { settings: (await held()).settings, declared: config.declared, preset };
      return setUpFactsOf({ ...about, ...saleOf(await decided()), ...(await stores.setUp.setUpFacts()) });
    },
    refresh: async () => {},
  };
}

export const settingsIn = async (
  config: Config,
  announcements: Pick<AnnouncementReader, 'settings'>,
  vault: Pick<Vault, 'open'>,
): Promise<FoundSettings> => settingsFrom(config, await openSettings(await announcements.settings(), vault));

const storedSettings = (config: Config, { stores: { announcements }, vault }: Around) => ({
  marks: async () => (await announcements.read()).settings,
  values: announcements.settings,
  problemsWith: async (values: Parameters<typeof openSettings>[0]) =>
    settingsFrom(config, await openSettings(values, vault)).problems,
  ares: config.payments.ares,
});

type ModelsAndOffers = {
  readonly models: readonly Pick<DraftModel, 'engine'>[];
  readonly listed: readonly { readonly price?: Price | undefined }[];
  readonly isSold: boolean;
};

export function saleOf({ served: { config }, prices, sold }: Decided): ModelsAndOffers {
  const listed = listedModels(config.models);
  return {
    models: [...config.models.models.values()],
    listed: listed.map(({ id }) => ({ price: prices.get(id) })),
    isSold: sold.size > 0,
  };
}

type Known = ModelsAndOffers &
  Awaited<ReturnType<SetUpRecords['setUpFacts']>> & {
    readonly settings: Settings;
    readonly declared: Declared;
    readonly preset: Preset | null;
  };

/** The name of the product is no name of a service. */
const PRODUCT = 'Boreal';

export function setUpFactsOf({ settings, declared, preset, models, listed, isSold, ...records }: Known): SetUpFacts {
  const { serviceName, publicUrl, smtp, shop, legal } = settings;
  const isChosen = preset !== null || declared.settings.has('catalogue') || declared.models.size > 0;
  const isPriced = listed.every(({ price }) => price !== undefined && (price.input > 0n || price.output > 0n));
  return {
    ...records,
    hasName: serviceName !== PRODUCT,
    hasAddress: publicUrl !== '',
    hasMail: smtp !== null,
    // An invoice has to say where the seller is.
    hasSeller: shop.seller !== null && Object.values(shop.seller.address).every((part) => part !== ''),
    hasWayToPay: shop.methods.length > 0,
    // There is a version only where there are texts, or addresses of them.
    hasTerms: legal !== null,
    hasModels: isChosen && models.some(({ engine }) => engine !== undefined),
    hasPrices: listed.length > 0 && isPriced && isSold,
  };
}
