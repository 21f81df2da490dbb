import { defineTexts } from '../../language.tsx';

export const operatorLogTexts = defineTexts({
  en: {
    title: 'Log of operators',
    lead: 'Everything that operators did, here and on the command line. Lines are added and never changed.',
    csv: 'CSV',
    jsonl: 'JSON lines',
    time: 'Time',
    who: 'Who',
    what: 'Action',
    on: 'On',
    reason: 'Reason',
    details: 'Details',
    more: 'Show more',
    empty: 'Nothing yet',
    emptyLead: 'What you do to customers, prices and engines is written down here.',
  },
  cs: {
    title: 'Záznam činnosti provozovatelů',
    lead: 'Vše, co provozovatelé udělali, zde i na příkazové řádce. Řádky se přidávají a nikdy nemění.',
    csv: 'Soubor CSV',
    jsonl: 'Soubor JSON Lines',
    time: 'Čas',
    who: 'Kdo',
    what: 'Činnost',
    on: 'Předmět',
    reason: 'Důvod',
    details: 'Podrobnosti',
    more: 'Zobrazit další',
    empty: 'Zatím nic',
    emptyLead: 'Zapisují se sem zásahy do účtů zákazníků, cen a enginů.',
  },
});
