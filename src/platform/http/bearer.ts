/** Two such headers arrive joined by a comma and so are no key. */
export const bearerIn = (written: string): string | undefined => /^bearer +([!-~]{1,512})$/i.exec(written)?.[1];
