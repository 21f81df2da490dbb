/** Requests and tokens a minute, of a key and of an account. */
import { defineTexts } from '../../language.tsx';

export const minuteLimitTexts = defineTexts({
  en: {
    title: 'Limits a minute',
    lead: 'How many requests all your keys together may make, and how many tokens they may use, in any 60 seconds. Requests above are refused with 429.',
    requests: 'Requests a minute',
    requestsHint: 'At most so many in any 60 seconds. Empty means as many as the service allows.',
    requestsWrong: 'Type a whole number from 1 to 100 000, or leave it empty.',
    tokens: 'Tokens a minute',
    tokensHint: 'Of requests and answers together, in any 60 seconds. Empty means no limit.',
    tokensWrong: 'Type a whole number from 1 to 1 000 000 000, or leave it empty.',
    saved: 'Saved. It holds within a second.',
    none: 'no limit',
    byOperator: (count: string) => `${count} by the operator`,
    smallerCounts: 'The operator has set a limit as well. The smaller one counts.',
    set: 'Set limits a minute',
    setLead:
      'For all keys of the account together. The customer sees them under Billing. Of these and the customer’s own, the smaller ones count.',
  },
  cs: {
    title: 'Limity za minutu',
    lead: 'Kolik požadavků smějí všechny vaše klíče dohromady poslat a kolik tokenů spotřebovat v kterýchkoli 60 sekundách. Požadavky nad limit služba odmítne (429).',
    requests: 'Požadavků za minutu',
    requestsHint: 'Nejvýše tolik v kterýchkoli 60 sekundách. Prázdné pole znamená tolik, kolik dovoluje služba.',
    requestsWrong: 'Zadejte celé číslo od 1 do 100 000, nebo nechte pole prázdné.',
    tokens: 'Tokenů za minutu',
    tokensHint: 'Dotazy a odpovědi dohromady, v kterýchkoli 60 sekundách. Prázdné pole znamená bez limitu.',
    tokensWrong: 'Zadejte celé číslo od 1 do 1 000 000 000, nebo nechte pole prázdné.',
    saved: 'Uloženo. Změna se projeví do vteřiny.',
    none: 'bez limitu',
    byOperator: (count) => `${count} od provozovatele`,
    smallerCounts: 'Limit nastavil i provozovatel. Platí ten nižší.',
    set: 'Nastavit limity za minutu',
    setLead:
      'Pro všechny klíče účtu dohromady. Zákazník je uvidí na stránce Vyúčtování. Z těchto limitů a z jeho vlastních platí vždy ten nižší.',
  },
});
