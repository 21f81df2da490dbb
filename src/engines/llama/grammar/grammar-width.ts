/**
 * How many readings of one text a grammar may have open at once, as an upper bound. llama.cpp keeps each of them, looks at
 * each for every token of the vocabulary, and compares each with all others: a grammar that is small but wide stalls it.
 *
 * JSON values end where they end, whatever follows. So what comes one after the other is open one after the other, and
 * only alternatives add up: those that begin with the same text, and what may be left out beside what follows it. Of
 * strings with a pattern this is not true; their rules say themselves how wide they are.
 */
export type Shape = {
  /** Readings that may be open at once, at any place. */
  readonly width: number;
  /** Readings that are open at the beginning. */
  readonly starts: number;
  /** The text that it always begins with, if it is there. */
  readonly lead: string;
  /** It is nothing but its lead. */
  readonly isFixed: boolean;
  readonly mayBeEmpty: boolean;
};

const CLASS: Shape = { width: 1, starts: 1, lead: '', isFixed: false, mayBeEmpty: false };
const EMPTY: Shape = { width: 1, starts: 0, lead: '', isFixed: true, mayBeEmpty: true };
/** Longer ones are told apart by their beginning. */
const LEAD_CHARS_MAX = 256;

const TOKEN = /"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|[a-z][a-z0-9-]*|\{[0-9,]+\}|[()|?]/g;

/** The shape of a rule's body, out of the shapes of the rules that it names. */
export function shapeOf(body: string, ruleShape: (name: string) => Shape | undefined): Shape {
  const tokens = body.matchAll(TOKEN);
  return choice();

  function choice(): Shape {
    const options: Shape[] = [];
    let items: Shape[] = [];
    for (let token = next(); token !== undefined && token !== ')'; token = next()) {
      if (token === '|') options.push(sequenceOf(items));
      if (token === '|') items = [];
      else if (token === '(') items.push(choice());
      else if (token === '?' || token.startsWith('{')) items.push(repeated(items.pop() ?? EMPTY, token));
      else items.push(atom(token));
    }
    return choiceOf([...options, sequenceOf(items)]);
  }

  function next(): string | undefined {
    return tokens.next().value?.[0];
  }

  function atom(token: string): Shape {
    if (token.startsWith('[')) return CLASS;
    if (!token.startsWith('"')) return ruleShape(token) ?? CLASS;
    return { ...CLASS, lead: token.slice(1, -1).slice(0, LEAD_CHARS_MAX), isFixed: token.length <= LEAD_CHARS_MAX };
  }
}

function repeated(item: Shape, quantifier: string): Shape {
  const mayBeEmpty = item.mayBeEmpty || quantifier === '?' || quantifier.startsWith('{0,');
  return { ...item, isFixed: false, mayBeEmpty };
}

function choiceOf(options: readonly Shape[]): Shape {
  const [first = EMPTY] = options;
  if (options.length <= 1) return first;
  return {
    width: crowdOf(options),
    starts: sum(options.map(({ starts }) => starts)),
    lead: options.map(({ lead }) => lead).reduce(commonBeginning),
    isFixed: false,
    mayBeEmpty: options.some(({ mayBeEmpty }) => mayBeEmpty),
  };
}

/** An item that may be left out is open beside what follows it, up to the first that is always there. */
function sequenceOf(items: readonly Shape[]): Shape {
  let lead = '';
  let isFixed = true;
  let width = 1;
  let starts: number | undefined;
  /** The width of what was there before. */
  let before = 0;
  let beside: Shape[] = [];
  for (const item of items) {
    if (isFixed && !item.mayBeEmpty) lead = (lead + item.lead).slice(0, LEAD_CHARS_MAX);
    isFixed &&= item.isFixed && lead.length < LEAD_CHARS_MAX;
    beside.push(item);
    if (item.mayBeEmpty) continue;
    endRun(item.width);
  }
  const isAllEmpty = starts === undefined;
  endRun(0);
  return {
    width,
    starts: starts ?? 0,
    lead,
    isFixed,
    mayBeEmpty: isAllEmpty,
  };

  /** A number may go on or be over: then what follows it is open as well. */
  function endRun(lastWidth: number): void {
    const begun = sum(beside.map((one) => one.starts));
    width = Math.max(width, crowdOf(beside), before + begun);
    starts ??= begun;
    before = lastWidth;
    beside = [];
  }
}

/** Shapes that are open at the same place: all at first, and later those of which one lead begins with the other. */
function crowdOf(shapes: readonly Shape[]): number {
  if (shapes.length <= 1) return shapes[0]?.width ?? 1;
  let widest = sum(shapes.map(({ starts }) => starts));
  const open: Shape[] = [];
  let together = 0;
  for (const shape of shapes.toSorted((a, b) => (a.lead < b.lead ? -1 : a.lead > b.lead ? 1 : 0))) {
    while (open.length > 0 && !shape.lead.startsWith(open.at(-1)!.lead)) together -= open.pop()!.width;
    open.push(shape);
    together += shape.width;
    widest = Math.max(widest, together);
  }
  return widest;
}

function commonBeginning(a: string, b: string): string {
  let end = 0;
  while (end < a.length && a[end] === b[end]) end += 1;
  return a.slice(0, end);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
