/** Why a person was not signed in by the provider of an organisation, by the code in the address of the sign-in page. */
import { defineTexts } from '../../language.tsx';

export const companyRefusalTexts = defineTexts({
  en: {
    organisation_domain:
      'Your company’s provider gave an address outside the company’s mail domain, or your account has another address now. Sign in there with your company address, or use another way.',
    organisation_unverified:
      'Your company’s provider says that your address is not confirmed. Confirm it there, then try again.',
    organisation_left:
      'You have left this organisation or were removed from it. Ask its owner or an admin for an invitation.',
    organisation_not_linked:
      'Your company’s provider cannot sign in to this account. Sign in as before; to join the organisation, ask for an invitation.',
    organisation_off:
      'Your company has turned its sign-in off, or its domain is not verified any more. Use another way.',
    organisation_full: 'The organisation has no room for another member. Ask its owner or an admin.',
  },
  cs: {
    organisation_domain:
      'Poskytovatel vaší firmy uvedl adresu mimo její e-mailovou doménu, nebo má váš účet už jinou adresu. Přihlaste se tam firemní adresou, nebo zvolte jiný způsob.',
    organisation_unverified:
      'Podle poskytovatele vaší firmy není vaše adresa potvrzená. Potvrďte ji u něj a zkuste to znovu.',
    organisation_left:
      'Tuto organizaci jste opustili, nebo vás z ní odebrali. O pozvánku požádejte vlastníka nebo správce.',
    organisation_not_linked:
      'K tomuto účtu se přes poskytovatele vaší firmy přihlásit nelze. Přihlaste se jako dosud; ke vstupu do organizace požádejte o pozvánku.',
    organisation_off: 'Vaše firma své přihlášení vypnula, nebo její doména už není ověřená. Zvolte jiný způsob.',
    organisation_full: 'V organizaci už není místo pro dalšího člena. Obraťte se na jejího vlastníka nebo správce.',
  },
});
