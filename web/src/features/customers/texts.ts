/** Filters of the operator's list of customers. */
import { defineTexts } from '../../language.tsx';

export const operatorCustomersTexts = defineTexts({
  en: {
    all: 'All',
    newest: 'Newest first',
    filters: {
      status: 'Status',
      plan: 'Plan',
      credit: 'Credit',
      active: 'Active in 30 days',
      sort: 'Sort by',
    },
    options: {
      status: { active: 'Active', blocked: 'Blocked', suspended: 'Suspended', closed: 'Closed' },
      plan: { none: 'No plan' },
      credit: { some: 'With credit', none: 'Without credit' },
      active: { yes: 'Active', no: 'Not active' },
      sort: { spent: 'Spent most this month' },
    },
    spentMonth: 'Spent this month',
    lastActive: 'Last active',
    member: 'member',
  },
  cs: {
    all: 'Vše',
    newest: 'Od nejnovějšího',
    filters: {
      status: 'Stav',
      plan: 'Tarif',
      credit: 'Kredit',
      active: 'Aktivní za 30 dní',
      sort: 'Řazení',
    },
    options: {
      status: { active: 'Aktivní', blocked: 'Zablokovaný', suspended: 'Pozastavený', closed: 'Zrušený' },
      plan: { none: 'Bez tarifu' },
      credit: { some: 'S kreditem', none: 'Bez kreditu' },
      active: { yes: 'Aktivní', no: 'Neaktivní' },
      sort: { spent: 'Podle útraty tento měsíc' },
    },
    spentMonth: 'Útrata tento měsíc',
    lastActive: 'Naposledy aktivní',
    member: 'člen',
  },
});
