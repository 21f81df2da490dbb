/** For an operator who has not signed in with a second factor. */
import { defineTexts } from '../../language.tsx';

export const operatorSecondFactorTexts = defineTexts({
  en: {
    title: 'Second factor needed',
    setUpLead:
      'Operators can move money, so a password alone does not open this area. Turn on two-factor sign-in with an app, or add a passkey.',
    signInLead: 'You have a second factor. Sign in with it to open this area.',
    signInTitle: 'Sign in with your second factor',
    signInHint: 'Use your passkey, or your password and a code from the app.',
    signIn: 'Sign in again',
  },
  cs: {
    title: 'Je potřeba druhý faktor',
    setUpLead:
      'Provozovatelé nakládají s penězi, samotné heslo proto tuto část neotevře. Zapněte si dvoufázové přihlášení pomocí aplikace, nebo přidejte přístupový klíč.',
    signInLead: 'Druhý faktor už máte. Přihlaste se s ním a tato část se otevře.',
    signInTitle: 'Přihlaste se s druhým faktorem',
    signInHint: 'Použijte přístupový klíč, nebo heslo a kód z aplikace.',
    signIn: 'Přihlásit se znovu',
  },
});
