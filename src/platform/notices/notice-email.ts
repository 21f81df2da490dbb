/** The e-mails that notices become. The noun of a notice writes them, in both languages. */
import type { EmailContent } from '../mail/render-email.ts';
import type { NoticeData, NoticeKind, Owner } from './notice.ts';

/** To whom it goes, and when that happened of which it tells; `date` writes a moment in the language of the reader. */
export type EmailWords = Owner & {
  readonly service: string;
  readonly atMs: number;
  readonly date: (atMs: number) => string;
};

type NoticeEmail<Data> = Readonly<Record<Owner['language'], (data: Data, words: EmailWords) => EmailContent>>;

/** The e-mails about notices of a kind, to the customer and to the operator. */
export type NoticeEmails<Data extends NoticeData = never> = {
  readonly type: string;
  readonly toOwner?: NoticeEmail<Data>;
  readonly toOperator?: NoticeEmail<Data>;
};

export const emailsAbout = <Data extends NoticeData>(
  { type }: NoticeKind<Data>,
  emails: Omit<NoticeEmails<Data>, 'type'>,
): NoticeEmails<Data> => ({ type, ...emails });
