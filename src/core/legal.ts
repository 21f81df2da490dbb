/** The terms and the privacy text of the operator. Customers accept a version, so that it is known what they have agreed to. */

type Addresses = { readonly cs: string; readonly en: string };

export type Legal = { readonly version: string; readonly terms: Addresses; readonly privacy: Addresses };
