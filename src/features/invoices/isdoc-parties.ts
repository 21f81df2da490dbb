/** Seller and buyer in ISDOC, which wants every part of an address: what is not known stays empty. */

import { type Xml, xmlElement } from '../../lib/xml.ts';
import type { SalesDocument } from './document.ts';
import { countryText } from './words.ts';

type Party = {
  readonly name: string;
  readonly companyId: string;
  readonly vatId: string;
  readonly street: string;
  readonly city: string;
  readonly postalCode: string;
  readonly country: string;
  readonly register?: string;
};

/** Where the operator has not said who sells, the service is named. */
export function supplierOf({ seller, language }: SalesDocument, serviceName: string): Xml {
  const { street = '', city = '', postalCode = '' } = seller?.address ?? {};
  const { name, companyId, vatId, register } = seller ?? { name: serviceName, companyId: '', vatId: '', register: '' };
  return partyOf({ name, companyId, vatId, register, street, city, postalCode, country: 'CZ' }, language);
}

export function customerOf({ buyer, accountId, language }: SalesDocument): Xml {
  if (buyer) return xmlElement('AccountingCustomerParty', [partyOf(buyer, language)]);
  const anonymous = [xmlElement('ID', accountId), xmlElement('IDScheme', 'urn:boreal:account')];
  return xmlElement('AnonymousCustomerParty', anonymous);
}

function partyOf(party: Party, language: SalesDocument['language']): Xml {
  const taxScheme = [xmlElement('CompanyID', party.vatId), xmlElement('TaxScheme', 'VAT')];
  return xmlElement('Party', [
    xmlElement('PartyIdentification', [xmlElement('ID', party.companyId)]),
    xmlElement('PartyName', [xmlElement('Name', party.name)]),
    addressOf(party, language),
    party.vatId ? xmlElement('PartyTaxScheme', taxScheme) : null,
    party.register ? xmlElement('RegisterIdentification', [xmlElement('Preformatted', party.register)]) : null,
  ]);
}

function addressOf({ street, city, postalCode, country }: Party, language: SalesDocument['language']): Xml {
  const [, streetName = street, building = ''] = /^(.*\S)\s+(\d\S*)$/.exec(street) ?? [];
  return xmlElement('PostalAddress', [
    xmlElement('StreetName', streetName),
    xmlElement('BuildingNumber', building),
    xmlElement('CityName', city),
    xmlElement('PostalZone', postalCode),
    xmlElement('Country', [
      xmlElement('IdentificationCode', country),
      xmlElement('Name', countryText(country, language)),
    ]),
  ]);
}
