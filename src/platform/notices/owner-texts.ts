import type { EmailContent } from '../mail/render-email.ts';
import type { NoticeData } from './notice.ts';

type Words = { readonly service: string; readonly date: (atMs: number) => string };

/** The texts of e-mails to customers about these notices, in both languages. */
export type OwnerTexts<Type extends keyof NoticeData> = Readonly<
  Record<'en' | 'cs', { readonly [One in Type]: (data: NoticeData[One], words: Words) => EmailContent }>
>;
