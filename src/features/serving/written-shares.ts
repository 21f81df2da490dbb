/** Engines as commands write them: `one=2,other`. The weight is 1, unless said. */
export const WRITTEN_SHARE = /^[^=]{1,64}(?:=\d{1,4}(?:\.\d{1,3})?)?$/;
export const SHARE_FORM = 'must be written as one=2,other';

export const sharesFrom = (written: readonly string[]) =>
  written.map((one) => {
    const [engine, weight = '1'] = one.split('=');
    return { engine, weight: Number(weight) };
  });
