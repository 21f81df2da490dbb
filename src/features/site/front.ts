/** The front: the pages for visitors, as the operator has set them up. */

export const LANGUAGES = ['cs', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export type InLanguages<T> = Readonly<Record<Language, T>>;

export type FrontImage = { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };

export type Front = {
  readonly enabled: boolean;
  readonly logo: FrontImage | null;
  /** For dark screens, where the other one cannot be seen. */
  readonly logoDark: FrontImage | null;
  /** The one colour of links and buttons, on light and on dark ground. */
  readonly colours: { readonly light: string; readonly dark: string };
  /** Texts of the operator; null where ours are shown. */
  readonly headline: InLanguages<string> | null;
  readonly intro: InLanguages<string> | null;
  readonly terms: InLanguages<string> | null;
  readonly privacy: InLanguages<string> | null;
  readonly contact: {
    readonly email: string;
    readonly phone: string;
    readonly text: InLanguages<string> | null;
  };
};
