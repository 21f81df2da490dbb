/** Terms and privacy as a start for the operator's own. An operator who sells needs texts that a lawyer has read. */
import type { InLanguages } from './front.ts';
import type { FrontSite } from './site.ts';

type ExampleTexts = { readonly terms: InLanguages<string>; readonly privacy: InLanguages<string> };

export function exampleTexts({ name, seller, front }: FrontSite, origin: string): ExampleTexts {
  const contact = front.contact.email || origin;
  const who = { en: ended(seller?.name ?? 'the operator'), cs: ended(seller?.name ?? 'provozovatel') };
  return {
    terms: { en: termsInEnglish(name, who.en, contact), cs: termsInCzech(name, who.cs, contact) },
    privacy: { en: privacyInEnglish(name, who.en, contact), cs: privacyInCzech(name, who.cs, contact) },
  };
}

/** Many a name of a company has a full stop already. */
const ended = (sentence: string): string => (sentence.endsWith('.') ? sentence : `${sentence}.`);

const termsInEnglish = (name: string, who: string, contact: string) => `## 1. The service

${name} is run by ${who} It answers chat requests by language models through an API and on web pages. The models, their limits and their prices are on the page Models.

## 2. Account and keys

- You are responsible for what is done with your account and your API keys. Keep keys secret, and revoke a key that others may know.
- One person or company has one account, unless agreed otherwise.

## 3. Prices and payment

- Use is prepaid. Each request is charged by the tokens processed, at the price that holds when it is admitted. Tokens of a plan are spent first, then packages, then credit.
- A request that failed on our side is not charged. A request that you end is charged for what was produced until then.
- Changes of prices are announced on the page Models before they hold.
- Credit does not expire. Tokens of a plan hold for its month, tokens of a package for its days.

## 4. What is not allowed

You may not use the service to break the law or the rights of others, to attack other systems, or to get around limits and payment.

## 5. Answers of models

Answers are made by a machine and may be wrong. Check them before you rely on them. What you send and what you get is yours as far as the law allows.

## 6. Availability

We run the service with care, but do not promise that it always answers. The page Status shows how it does.

## 7. Withdrawal, complaints and the end

- A consumer may withdraw from the contract within 14 days; what was used by then is paid for.
- Send complaints to ${contact}. Consumers may also turn to the Czech Trade Inspection Authority.
- You can close your account at any time. We may close an account that breaks these terms.

## 8. Changes

Changes of these terms are announced by e-mail at least 14 days before they hold.
`;

const termsInCzech = (name: string, who: string, contact: string) => `## 1. Služba

Službu ${name} provozuje ${who} Služba odpovídá na dotazy jazykovými modely přes API a na webových stránkách. Modely, jejich limity a ceny jsou na stránce Modely.

## 2. Účet a klíče

- Odpovídáte za to, co se děje s vaším účtem a vašimi API klíči. Klíče držte v tajnosti a klíč, který by mohl znát někdo jiný, zneplatněte.
- Jedna osoba nebo firma má jeden účet, není-li dohodnuto jinak.

## 3. Ceny a platby

- Služba je předplacená. Každý požadavek se účtuje podle zpracovaných tokenů za cenu platnou při jeho přijetí. Nejdřív se čerpají tokeny tarifu, potom balíčky, nakonec kredit.
- Požadavek, který selhal na naší straně, se neúčtuje. Požadavek, který ukončíte, se účtuje jen za to, co do té doby vzniklo.
- Změny cen se oznamují předem na stránce Modely.
- Kredit nepropadá. Tokeny tarifu platí po jeho měsíc, tokeny balíčku po jeho dobu.

## 4. Co není dovoleno

Službu nesmíte používat k porušování zákona nebo práv jiných, k útokům na jiné systémy ani k obcházení limitů a plateb.

## 5. Odpovědi modelů

Odpovědi vytváří stroj a mohou být chybné. Než se na ně spolehnete, ověřte je. To, co pošlete, i to, co dostanete, je vaše v rozsahu, který připouští zákon.

## 6. Dostupnost

Službu provozujeme s péčí, ale neslibujeme, že odpoví vždy. Jak se jí daří, ukazuje stránka Stav.

## 7. Odstoupení, reklamace a ukončení

- Spotřebitel může od smlouvy odstoupit do 14 dnů; co do té doby spotřeboval, zaplatí.
- Reklamace posílejte na ${contact}. Spotřebitel se může obrátit i na Českou obchodní inspekci.
- Účet můžete kdykoli zrušit. Účet, který tyto podmínky porušuje, můžeme zrušit my.

## 8. Změny

Změny těchto podmínek oznamujeme e-mailem nejméně 14 dní předem.
`;

const privacyInEnglish = (name: string, who: string, contact: string) => `## Who is responsible

The controller of personal data in ${name} is ${who} Write to ${contact}.

## What we process, and why

- **Account**: e-mail address, name, language, hashed password or the identity at your sign-in provider, sessions with address and browser. For the contract: without it there is no account.
- **Use**: for each request its time, key, model, tokens, price and outcome. For the contract and for accounting.
- **Payments**: orders, payments and documents. The law makes us keep accounting documents for years. Cards are handled by the payment provider; we never see their numbers.
- **Content**: what you send and what models answer is passed on to the engine of the model and is not logged. It is kept only for a limited time, and only in three cases: with the header Idempotency-Key the answer, so that a retry gets the same one; what goes through the Responses API, encrypted, so that later requests can go on from it; and conversations that you create there, encrypted too. You can delete both there. Responses are not kept with store: false, and conversations only where you create them.
- **Cookies**: only those that keep you signed in. No statistics, no advertising.

## Who else gets data

The providers that run servers and engines, send e-mails and take payments for us, each only what it needs.

## How long

Data of the account until you close it; what accounting law asks for, as long as it asks for it. Where you got credit to try the service, a hash of your address stays, from which it cannot be read, so that the credit is given once.

## Your rights

You may see, correct, export and delete your data, restrict its use or object to it: on the page Account, or by writing to ${contact}. You may complain to the Office for Personal Data Protection (uoou.gov.cz).
`;

const privacyInCzech = (name: string, who: string, contact: string) => `## Kdo za údaje odpovídá

Správcem osobních údajů ve službě ${name} je ${who} Pište na ${contact}.

## Co zpracováváme a proč

- **Účet**: e-mail, jméno, jazyk, otisk hesla nebo totožnost u poskytovatele přihlášení, relace s adresou a prohlížečem. Kvůli smlouvě: bez toho není účet.
- **Využití**: u každého požadavku čas, klíč, model, tokeny, cena a výsledek. Kvůli smlouvě a účetnictví.
- **Platby**: objednávky, platby a doklady. Účetní doklady musíme podle zákona několik let uchovávat. Karty zpracovává poskytovatel plateb; jejich čísla nikdy nevidíme.
- **Obsah**: co pošlete a co modely odpoví, se předává enginu modelu a nezapisuje se do záznamů. Uchovává se jen po omezenou dobu a jen ve třech případech: s hlavičkou Idempotency-Key odpověď, aby opakovaný požadavek dostal stejnou; to, co jde přes Responses API, zašifrované, aby na to mohly navázat další požadavky; a konverzace, které tam vytvoříte, také zašifrované. Odpovědi i konverzace můžete smazat. Odpovědi se neuchovávají s parametrem store: false, konverzace jen tehdy, když je vytvoříte.
- **Cookies**: jen ty, které vás drží přihlášené. Žádné statistiky, žádná reklama.

## Kdo další údaje dostává

Poskytovatelé, kteří pro nás provozují servery a enginy, posílají e-maily a přijímají platby; každý jen to, co potřebuje.

## Jak dlouho

Údaje účtu do jeho zrušení; co vyžadují účetní předpisy, po dobu, po kterou to vyžadují. Pokud jste dostali kredit na vyzkoušení, zůstává otisk vaší adresy, ze kterého ji nelze přečíst, aby se kredit dal jen jednou.

## Vaše práva

Své údaje můžete vidět, opravit, exportovat a smazat, omezit jejich zpracování nebo proti němu vznést námitku: na stránce Účet, nebo napište na ${contact}. Stížnost můžete podat u Úřadu pro ochranu osobních údajů (uoou.gov.cz).
`;
