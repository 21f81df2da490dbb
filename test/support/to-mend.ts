/** Imports against the rule of imports, by the folders that they join. The list only ever shrinks. */
export const ARROWS_TO_MEND: Readonly<Record<string, number>> = {
  'features/serving → server': 1,
};

/** Functions that are too long. The list only ever shrinks. */
export const FUNCTIONS_TO_SHORTEN: readonly string[] = [
  'src/features/keys/key-service.ts createKeyService',
  'src/features/organisations/mail-domains.ts createMailDomainService',
  'src/features/organisations/organisation.ts createOrganisation',
  'src/features/serving/engine-desk.ts createEngineDesk',
  'src/features/shop/service.ts createShopService',
  'src/features/shop/stripe.ts createStripe',
  'src/ledger/lease-keeper.ts openLeases',
  'src/ledger/lease-store.ts createLeaseStore',
  'src/ledger/maintenance-store.ts createMaintenanceStore',
  'src/ledger/rate-limit-postgres.ts createPostgresRateLimits',
  'src/platform/database/postgres.ts openPostgres',
  'src/platform/database/sqlite.ts openSqlite',
  'src/platform/telemetry/metrics.ts createMetrics',
  'src/platform/telemetry/trace-export.ts createTraceExport',
  'src/prove/probe.ts createProbe',
  'src/server/api.ts createApi',
  'src/server/catalogue.ts openCatalogue',
  'src/server/processes/supervisor.ts createSupervisor',
  'src/server/serve.ts start',
  'src/server/stores/store-thread.ts startStoreThread',
  'web/src/features/customers/customer-page.tsx About',
  'web/src/features/organisations/provider.tsx ProviderForm',
  'web/src/features/sign-in/two-factor.tsx Steps',
];
