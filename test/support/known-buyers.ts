/** Customers as documents name them. */
import type { Buyer } from '../../src/features/shop/buyer-contract.ts';

export const BUYER: Buyer = {
  name: 'Ledovec s.r.o.',
  street: 'Příčná 12/3',
  city: 'Ústí nad Labem',
  postalCode: '400 01',
  country: 'CZ',
  companyId: '12345679',
  vatId: 'CZ12345679',
};

export const EU_BUYER: Buyer = {
  name: 'Müller & Söhne GmbH',
  street: 'Königsallee 5',
  city: 'Düsseldorf',
  postalCode: '40212',
  country: 'DE',
  companyId: 'HRB12345',
  vatId: 'DE123456789',
};

/** A person outside of the EU, who has no ids. */
export const US_PERSON: Buyer = {
  name: 'Jane Doe',
  street: '12 Main Street',
  city: 'Portland',
  postalCode: '97201',
  country: 'US',
  companyId: '',
  vatId: '',
};
