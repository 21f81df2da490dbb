/** The package has types but does not export them. */
declare module 'spayd' {
  export default function spayd(payment: {
    readonly acc: string;
    readonly am: string;
    readonly cc: string;
    readonly msg: string;
    readonly xvs: string;
  }): string;
}
