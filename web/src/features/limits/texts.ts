/** Limits of keys, members and accounts. */
import { defineTexts } from '../../language.tsx';
import { czechForm, englishForm } from '../../plural.ts';

export const limitTexts = defineTexts({
  en: {
    title: 'Limits',
    none: 'no limit',
    add: 'Add a limit',
    remove: 'Remove',
    removeOf: (limit: string) => `Remove the limit ${limit}`,
    max: 'At most',
    unit: 'Of what',
    window: 'In',
    model: 'For',
    allModels: 'all models',
    forModel: (model: string) => `for ${model}`,
    units: { CZK: 'CZK of credit', tokens: 'tokens', requests: 'requests' },
    windows: { minute: 'a minute', hour: 'an hour', day: 'a day', week: 'a week', month: 'a month', total: 'total' },
    hint: 'Requests above a limit are refused.',
    how: 'How limits count',
    counting:
      'A limit in CZK counts what is paid from credit; a limit in tokens counts all tokens, whatever pays for them. Requests per minute count when they arrive, everything else when it is answered. Hours are those of the clock; days, weeks and months follow Prague time; a minute is any 60 seconds.',
    wrongAmount: 'Type an amount above zero, such as 100 or 12.50.',
    wrongCount: 'Type a whole number above zero, such as 500 000.',
    twice: 'There are two limits of the same kind. Remove one.',
    saved: 'Saved. It holds within a second.',
    save: 'Save',
    used: (used: string, max: string, per: string) => `${used} of ${max} ${per}`,
    atMost: (max: string, per: string) => `at most ${max} ${per}`,
    /** After "of". */
    of: {
      tokens: (count: number, written: string) => `${written} ${englishForm(count, 'token', 'tokens')}`,
      requests: (count: number, written: string) => `${written} ${englishForm(count, 'request', 'requests')}`,
    },
    counted: {
      tokens: (count: number, written: string) => `${written} ${englishForm(count, 'token', 'tokens')}`,
      requests: (count: number, written: string) => `${written} ${englishForm(count, 'request', 'requests')}`,
    },
    within: {
      minute: 'a minute',
      hour: 'this hour',
      day: 'today',
      week: 'this week',
      month: 'this month',
      total: 'in total',
    },
    byOperator: 'set by the operator',
    limitOf: (name: string) => `Limit of ${name}`,
    account: 'the account',
    accountLead:
      'What all your keys together may use. Requests above are refused, also when a plan, a package or credit could pay for them.',
    ofOperator: 'The operator has set limits as well. All of them count.',
    set: 'Set limits',
    setLead:
      'For all keys of the account together. The customer sees them under Billing, and cannot change them. The customer’s own limits stay, and all of them count.',
  },
  cs: {
    title: 'Limity',
    none: 'bez limitu',
    add: 'Přidat limit',
    remove: 'Odebrat',
    removeOf: (limit) => `Odebrat limit ${limit}`,
    max: 'Nejvýše',
    unit: 'Čeho',
    window: 'Za',
    model: 'Pro',
    allModels: 'všechny modely',
    forModel: (model) => `pro ${model}`,
    units: { CZK: 'Kč kreditu', tokens: 'tokenů', requests: 'požadavků' },
    windows: { minute: 'minutu', hour: 'hodinu', day: 'den', week: 'týden', month: 'měsíc', total: 'celou dobu' },
    hint: 'Požadavky nad limit služba odmítne.',
    how: 'Jak se limity počítají',
    counting:
      'Limit v Kč počítá, co se platí z kreditu; limit v tokenech počítá všechny tokeny, ať je zaplatí cokoli. Požadavky za minutu se počítají při přijetí, vše ostatní po odpovědi. Hodiny jsou celé, dny, týdny a měsíce se řídí pražským časem; minuta je kterýchkoli 60 sekund.',
    wrongAmount: 'Zadejte částku větší než nula, třeba 100 nebo 12,50.',
    wrongCount: 'Zadejte celé číslo větší než nula, třeba 500 000.',
    twice: 'Dva limity jsou stejného druhu. Jeden odeberte.',
    saved: 'Uloženo. Změna se projeví do sekundy.',
    save: 'Uložit',
    used: (used, max, per) => `${used} z ${max} ${per}`,
    atMost: (max, per) => `nejvýše ${max} ${per}`,
    of: {
      tokens: (count, written) => `${written} ${count === 1 ? 'tokenu' : 'tokenů'}`,
      requests: (count, written) => `${written} ${count === 1 ? 'požadavku' : 'požadavků'}`,
    },
    counted: {
      tokens: (count, written) => `${written} ${czechForm(count, 'token', 'tokeny', 'tokenů')}`,
      requests: (count, written) => `${written} ${czechForm(count, 'požadavek', 'požadavky', 'požadavků')}`,
    },
    within: {
      minute: 'za minutu',
      hour: 'tuto hodinu',
      day: 'dnes',
      week: 'tento týden',
      month: 'tento měsíc',
      total: 'celkem',
    },
    byOperator: 'nastavil provozovatel',
    limitOf: (name) => `Limit: ${name}`,
    account: 'účet',
    accountLead:
      'Kolik mohou dohromady spotřebovat všechny vaše klíče. Požadavky nad limit služba odmítne, i kdyby je měl z čeho zaplatit tarif, balíček nebo kredit.',
    ofOperator: 'Limity nastavil i provozovatel. Platí všechny.',
    set: 'Nastavit limity',
    setLead:
      'Pro všechny klíče účtu dohromady. Zákazník je uvidí na stránce Vyúčtování a změnit je nemůže. Jeho vlastní limity zůstanou a platí všechny.',
  },
});
