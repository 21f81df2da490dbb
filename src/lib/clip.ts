/** A text of at most so many characters; what is cut off leaves a mark. */
export const clip = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`);
