/** Refusals of the part that signs people in, by their code; and what browsers refuse about passkeys. */
import { defineTexts } from '../../language.tsx';

export const signInErrorTexts = defineTexts({
  en: {
    invalid_credentials: 'E-mail or password is wrong. Check both, or set a new password.',
    wrong_password: 'The password is wrong.',
    email_not_verified: 'Your e-mail address is not confirmed yet. Open the link that was sent to it.',
    password_length: 'A password has 12 to 128 characters.',
    password_weak:
      'This password is easy to guess: it is common, or holds your address or the name of the service. Put a few words together.',
    invalid_link: 'This link is not valid any more. Ask for a new one.',
    invalid_code:
      'The code is wrong or was used already. Each code works once; the app shows a new one every 30 seconds.',
    sign_in_again: 'For this you must have signed in recently. Sign in again and repeat it.',
    two_factor_state: 'The second factor has changed meanwhile. Reload the page and try again.',
    second_factor_required: 'Operators sign in with a second factor. Reload the page to set one up.',
    passkey_refused:
      'The passkey was not accepted. The device must ask for your fingerprint, face or PIN. Try again, or sign in with your password.',
    email_taken: 'This address cannot be used. Use another one.',
    sign_up_closed: 'New accounts cannot be made here now. Ask the operator of the service.',
    invitation_required: 'An account can be made here only by invitation. Ask the operator for a link.',
    invitation_invalid:
      'This invitation was used, has expired, or is for another address. Ask the operator for a new one.',
    organisation_sign_in_required: 'Your organisation wants you to sign in at its own provider.',
    organisation_closed: 'Your organisation was closed, and you have no other account here.',
    own_sign_in_required: 'You have signed in through your company. For this, sign in yourself.',
    too_many_attempts: 'Too many attempts.',
    proof_required: 'Very many people are signing in right now. Try again.',
    previously_registered: 'This device has a passkey for your account already.',
    passkey_cancelled: 'No passkey was used: it was cancelled or took too long.',
    passkey_failed: 'The browser could not use a passkey. Try again, or sign in with your password.',
  },
  cs: {
    invalid_credentials: 'E-mail nebo heslo nesouhlasí. Zkontrolujte obojí, nebo si nastavte nové heslo.',
    wrong_password: 'Heslo nesouhlasí.',
    email_not_verified: 'Vaše e-mailová adresa ještě není potvrzená. Otevřete odkaz, který na ni přišel.',
    password_length: 'Heslo má 12 až 128 znaků.',
    password_weak:
      'Toto heslo se dá snadno uhodnout: je běžné, nebo obsahuje vaši adresu či název služby. Zvolte raději několik slov za sebou.',
    invalid_link: 'Tento odkaz už neplatí. Nechte si poslat nový.',
    invalid_code: 'Kód nesouhlasí, nebo už byl použit. Každý platí jen jednou; aplikace ukáže nový každých 30 sekund.',
    sign_in_again: 'K tomuto kroku je potřeba nedávné přihlášení. Přihlaste se znovu a zopakujte ho.',
    two_factor_state: 'Dvoufázové přihlášení se mezitím změnilo. Načtěte stránku a zkuste to znovu.',
    second_factor_required: 'Provozovatelé se přihlašují druhým faktorem. Načtěte stránku a nastavte si ho.',
    passkey_refused:
      'Přístupový klíč nebyl přijat. Zařízení si musí vyžádat otisk prstu, obličej nebo PIN. Zkuste to znovu, nebo se přihlaste heslem.',
    email_taken: 'Tuto adresu použít nelze. Zvolte jinou.',
    sign_up_closed: 'Nové účty tu teď vytvořit nelze. Obraťte se na provozovatele služby.',
    invitation_required: 'Účet tu lze vytvořit jen na pozvánku. Požádejte provozovatele o odkaz.',
    invitation_invalid:
      'Tato pozvánka už byla použita, vypršela, nebo je pro jinou adresu. Požádejte provozovatele o novou.',
    organisation_sign_in_required: 'Vaše organizace vyžaduje přihlášení u svého poskytovatele.',
    organisation_closed: 'Vaše organizace byla zrušena a jiný účet tu nemáte.',
    own_sign_in_required: 'Přihlásili jste se přes svou firmu. K tomuto kroku se přihlaste sami.',
    too_many_attempts: 'Příliš mnoho pokusů.',
    proof_required: 'Právě teď se přihlašuje velmi mnoho lidí. Zkuste to znovu.',
    previously_registered: 'Na tomto zařízení už přístupový klíč k vašemu účtu je.',
    passkey_cancelled: 'Přístupový klíč nebyl použit: akce byla zrušena, nebo trvala příliš dlouho.',
    passkey_failed: 'Prohlížeč nedokázal přístupový klíč použít. Zkuste to znovu, nebo se přihlaste heslem.',
  },
});
