/** E-mails to people. */
export type Email = { readonly to: string; readonly subject: string; readonly text: string; readonly html: string };

export interface Mail {
  /** `log`: there is no mail server; senders write to the log instead. */
  readonly kind: 'smtp' | 'log';
  /** Rejects when the server does not take the e-mail. */
  send(email: Email): Promise<void>;
}
