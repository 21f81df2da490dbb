/** An e-mail address that breaks where a reader expects it: behind the sign, or before a dot. */
import { Fragment } from 'react';

export function Address({ email }: { readonly email: string }) {
  return email.split(/(?<=@)|(?=\.)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address have no other name, and never move.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
