import { defineTexts } from './language.ts';

export const legalTexts = defineTexts({
  en: {
    description: (title: string, name: string) => `${title} of ${name}.`,
    example:
      'This is an example. The operator of this service has not published a text of their own yet, and this one is not binding.',
    contactTitle: 'Contact',
    contactDescription: (name: string) => `How to reach the operator of ${name}.`,
    email: 'E-mail',
    phone: 'Phone',
    operator: 'Operator',
    security: 'To report a weakness',
    none: 'The operator has not published a contact yet.',
  },
  cs: {
    description: (title, name) => `${title} služby ${name}.`,
    example: 'Toto je jen vzor. Provozovatel služby zatím nezveřejnil vlastní text a tento nikoho k ničemu nezavazuje.',
    contactTitle: 'Kontakt',
    contactDescription: (name) => `Jak se spojit s provozovatelem služby ${name}.`,
    email: 'E-mail',
    phone: 'Telefon',
    operator: 'Provozovatel',
    security: 'Hlášení bezpečnostní chyby',
    none: 'Provozovatel zatím žádný kontakt nezveřejnil.',
  },
});
