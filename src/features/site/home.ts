import { defineTexts } from './language.ts';

export const homeTexts = defineTexts({
  en: {
    headline: 'Chat models for your programs, paid in crowns',
    intro: (name: string) =>
      `${name} speaks the OpenAI API. Change the base address and the key, and your client, editor or agent works. You pay for the tokens that were processed, to the last fraction of a crown.`,
    begin: 'Start now',
    trial: (amount: string) => `New accounts get ${amount} of credit to try it.`,
    machine: 'Answers are written by artificial intelligence and may be wrong.',
    signIn: 'Sign in',
    prices: 'See prices',
    byInvitation: 'Accounts are by invitation.',
    firstRequest: 'The first request, in three lines',
    question: 'Hello!',
    allWorks: 'All models work',
    someFail: 'Some models do not work as they should',
    statusLink: 'Status',
    models: 'Models and prices',
    modelsLink: 'Limits of each model',
    why: 'What you can rely on',
    features: {
      compatible: {
        title: 'Your client already works',
        text: 'Streaming, tools, JSON answers and reasoning as in the OpenAI API. Official libraries, editors and agents need only another base address and key.',
      },
      exact: {
        title: 'You pay for what was processed',
        text: 'Prices in CZK per million tokens. An answer that failed costs nothing; one that you stop costs what was produced until then.',
      },
      receipts: {
        title: 'A receipt for every answer',
        text: 'Tokens, price and which balance has paid: on the page, as a file and through the API.',
      },
      limits: {
        title: 'No surprise on the bill',
        text: 'Everything is prepaid, and a balance never goes below zero. Each key can have a limit, an end, models and networks of its own.',
      },
      retries: {
        title: 'Retries are safe',
        text: 'With an Idempotency-Key the same request is answered once and charged once, however often the connection fails.',
      },
      privacy: {
        title: 'Your texts are yours',
        text: 'The service does not log prompts and answers. It keeps them for a limited time only with an Idempotency-Key, in the Responses API unless you send store: false, and in conversations that you create.',
      },
    },
    start: 'Start in three steps',
    steps: {
      account: 'Create an account and add credit or a plan.',
      invitation: 'Ask the operator for an invitation, and add credit or a plan.',
      key: 'Create an API key. It is shown once.',
      address: 'Put the base address and the key into your client:',
    },
    docs: 'How to connect libraries and editors',
  },
  cs: {
    headline: 'Jazykové modely pro vaše programy, placené v korunách',
    intro: (name) =>
      `${name} mluví jazykem OpenAI API. Změníte adresu a klíč a váš klient, editor nebo agent funguje. Platíte za zpracované tokeny, na zlomek koruny přesně.`,
    begin: 'Začít',
    trial: (amount) => `Nové účty dostanou na vyzkoušení kredit ${amount}.`,
    machine: 'Odpovědi píše umělá inteligence a mohou být chybné.',
    signIn: 'Přihlásit se',
    prices: 'Ceník',
    byInvitation: 'Účty jsou jen na pozvánku.',
    firstRequest: 'První požadavek na tři řádky',
    question: 'Ahoj!',
    allWorks: 'Všechny modely fungují',
    someFail: 'Některé modely nefungují, jak mají',
    statusLink: 'Stav',
    models: 'Modely a ceny',
    modelsLink: 'Limity jednotlivých modelů',
    why: 'Na co se můžete spolehnout',
    features: {
      compatible: {
        title: 'Váš klient už to umí',
        text: 'Streamování, nástroje, odpovědi v JSON a uvažování jako v OpenAI API. Oficiálním knihovnám, editorům a agentům stačí jiná adresa a klíč.',
      },
      exact: {
        title: 'Platíte za to, co se zpracovalo',
        text: 'Ceny v Kč za milion tokenů. Odpověď, která selhala, nestojí nic; ta, kterou zastavíte, stojí jen to, co do té doby vzniklo.',
      },
      receipts: {
        title: 'Účtenka ke každé odpovědi',
        text: 'Tokeny, cena a z čeho se platilo: na stránce, v souboru i přes API.',
      },
      limits: {
        title: 'Žádné překvapení na účtu',
        text: 'Vše je předplacené a zůstatek nikdy neklesne pod nulu. Každý klíč může mít vlastní limit, platnost, modely i sítě.',
      },
      retries: {
        title: 'Opakování je bezpečné',
        text: 'S hlavičkou Idempotency-Key se tentýž požadavek zodpoví jednou a zaplatí jednou, i když spojení opakovaně selže.',
      },
      privacy: {
        title: 'Vaše texty jsou vaše',
        text: 'Služba dotazy ani odpovědi nezapisuje do záznamů. Po omezenou dobu je uchovává jen s hlavičkou Idempotency-Key, v Responses API, pokud to nevypnete parametrem store: false, a v konverzacích, které vytvoříte.',
      },
    },
    start: 'Začněte ve třech krocích',
    steps: {
      account: 'Vytvořte si účet a dobijte kredit nebo zvolte tarif.',
      invitation: 'Požádejte provozovatele o pozvání a dobijte kredit nebo zvolte tarif.',
      key: 'Vytvořte API klíč. Zobrazí se jen jednou.',
      address: 'Adresu a klíč vložte do svého klienta:',
    },
    docs: 'Jak připojit knihovny a editory',
  },
});
