/** Imports against the rule of imports, by the folders that they join. The list only ever shrinks. */
export const ARROWS_TO_MEND: Readonly<Record<string, number>> = {
  'features/serving → server': 1,
};

/** Functions that are too long. The list only ever shrinks. */
export const FUNCTIONS_TO_SHORTEN: readonly string[] = [
  'src/features/keys/key-service.ts createKeyService',
  'src/features/serving/engine-desk.ts createEngineDesk',
  'src/ledger/lease-keeper.ts openLeases',
  'src/ledger/rate-limit-postgres.ts createPostgresRateLimits',
  'src/server/catalogue.ts openCatalogue',
  'web/src/features/customers/customer-page.tsx About',
  'web/src/features/organisations/provider.tsx ProviderForm',
];
