/** What went wrong and what to do about it, by the server's code. A code without a text here is shown as the server says it. */
import { defineTexts } from '../language.tsx';

export const errorTexts = defineTexts({
  en: {
    title: 'That did not work',
    retry: 'Try again',
    unreachable: 'The server cannot be reached. Check your connection and try again.',
    session_required: 'You are signed out. Sign in and try again.',
    foreign_origin: 'This page was opened under another address than the service knows. Open it under its own address.',
    not_found: 'It is not here, or not yours.',
    rate_limit_exceeded: 'Too many requests. Wait a moment and try again.',
    internal_error: 'Something failed on our side and nothing was charged. Try again in a moment.',
    store_unavailable: 'The service cannot reach its books right now. Try again in a moment.',
    shutting_down: 'The service is restarting. Try again in a moment.',
    insufficient_quota: 'Your credit does not cover this. Top up, or shorten the request.',
    key_limit_reached: 'The credit limit of this key is reached. Raise it under API.',
    account_blocked: 'The account is blocked or suspended. Billing says why.',
    voucher_invalid: 'This code cannot be used: it is mistyped, already used, or over. Check it and try again.',
    plan_running:
      'Your plan goes on by itself, so this cannot be added to it. Cancel it first, or wait until it has ended.',
    offer_unknown: 'This is not for sale any more. Reload the page and choose again.',
    payment_provider_failed: 'The payment service cannot be reached and nothing was paid. Try again in a moment.',
    read_only: 'You see these pages as their owner does; nothing can be changed here.',
    unknown: 'The server gave an answer that this page does not understand.',
    after: (sentence: string, wait: string) => `${sentence} Wait ${wait}.`,
  },
  cs: {
    title: 'Tohle se nepovedlo',
    retry: 'Zkusit znovu',
    unreachable: 'Server není dostupný. Zkontrolujte připojení a zkuste to znovu.',
    session_required: 'Jste odhlášeni. Přihlaste se a zkuste to znovu.',
    foreign_origin:
      'Stránka je otevřená pod jinou adresou, než jakou služba zná. Otevřete ji pod její vlastní adresou.',
    not_found: 'Není to tu, nebo to nepatří vám.',
    rate_limit_exceeded: 'Příliš mnoho požadavků. Chvíli počkejte a zkuste to znovu.',
    internal_error: 'Něco selhalo na naší straně, nic jsme neúčtovali. Zkuste to za chvíli znovu.',
    store_unavailable: 'Služba teď nedosáhne na své účetnictví. Zkuste to za chvíli znovu.',
    shutting_down: 'Služba se restartuje. Zkuste to za chvíli znovu.',
    insufficient_quota: 'Na tohle váš kredit nestačí. Dobijte ho, nebo požadavek zkraťte.',
    key_limit_reached: 'Limit kreditu tohoto klíče je vyčerpán. Zvyšte ho v části API.',
    account_blocked: 'Účet je zablokovaný nebo pozastavený. Proč, najdete ve Vyúčtování.',
    voucher_invalid: 'Tento kód nejde uplatnit: je v něm překlep, už byl použit, nebo skončila jeho platnost.',
    plan_running:
      'Váš tarif se sám prodlužuje, takže k němu tohle přidat nejde. Nejdřív ho zrušte, nebo počkejte, až skončí.',
    offer_unknown: 'Tohle už se neprodává. Načtěte stránku znovu a vyberte si jinak.',
    payment_provider_failed: 'Platební služba není dostupná a nic se nezaplatilo. Zkuste to za chvíli znovu.',
    read_only: 'Stránky vidíte tak jako jejich vlastník; nic se tu nedá změnit.',
    unknown: 'Server odpověděl něčím, čemu tato stránka nerozumí.',
    after: (sentence, wait) => `${sentence} Počkejte ${wait}.`,
  },
});
