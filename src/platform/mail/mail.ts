/** E-mails to people. */
export type Email = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly files?: readonly EmailFile[];
};

export type EmailFile = {
  readonly name: string;
  readonly type: 'application/pdf' | 'image/png';
  readonly bytes: Uint8Array;
  /** The HTML shows it by this id as `cid:`; missing where it is only attached. */
  readonly cid?: string;
};

export interface Mail {
  /** `log`: there is no mail server; senders write to the log instead. */
  readonly kind: 'smtp' | 'log';
  /** Rejects when the server does not take the e-mail. */
  send(email: Email): Promise<void>;
}
