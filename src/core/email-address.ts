/** E-mail addresses, from a form, an invitation or a provider. */

export const EMAIL_MAX = 254;

/** The same addresses as the check of forms, and none that holds two, a name, a line break or markup. */
const ADDRESS = /^[\w'+-]+(?:\.[\w'+-]+)*(?<!')@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;

/** In lower case, without spaces around it; undefined where it is none. */
export function emailFrom(said: unknown): string | undefined {
  const email = typeof said === 'string' && said.length <= 2 * EMAIL_MAX ? said.trim().toLowerCase() : '';
  return email.length <= EMAIL_MAX && ADDRESS.test(email) ? email : undefined;
}
