/**
 * Compares two descriptions as a program sees them: what it may send must still be taken, and what it reads must still come.
 * Answers may have new fields, new values of an enumeration and new kinds; requests may have new fields that are optional.
 */
import type { Description, Operation, Placed, Schema } from './description.ts';
import { operationsOf } from './description.ts';

/** `in` is what programs send, `out` is what they read. */
type Direction = 'in' | 'out';

type Compared = {
  readonly before: Schema | undefined;
  readonly after: Schema | undefined;
  readonly direction: Direction;
  /** The place that a sentence names, such as `GET /api/v1/keys, answer: keys[].id`. */
  readonly at: string;
};

/** A sentence for each thing on which a program may rely and that is gone; none where all still holds. */
export function breaksOf(before: Description, after: Description): readonly string[] {
  const now = new Map(operationsOf(after).map((one) => [`${one.method} ${one.path}`, one]));
  const compare = comparing(before, after);
  const sentences = operationsOf(before).flatMap((kept) => {
    const name = `${kept.method} ${kept.path}`;
    const found = now.get(name);
    return found ? operationBreaks(kept, found, compare) : [`${name} is gone.`];
  });
  return [...new Set(sentences)];
}

type Compare = (compared: Compared) => readonly string[];

function operationBreaks(before: Placed, after: Placed, compare: Compare): readonly string[] {
  const name = `${before.method} ${before.path}`;
  const lost = scopesOf(before).filter((scope) => !scopesOf(after).includes(scope));
  return [
    ...(before.operationId === after.operationId ? [] : [`${name} is called ${after.operationId} now.`]),
    ...lost.map((scope) => `${name} does not take the scope ${scope} any more.`),
    ...compare({ before: sentBy(before), after: sentBy(after), direction: 'in', at: `${name}, query` }),
    ...compare({ before: bodyOf(before), after: bodyOf(after), direction: 'in', at: `${name}, body` }),
    ...answerBreaks(before, after, compare),
  ];
}

const scopesOf = ({ security }: Operation): readonly string[] =>
  security.flatMap((one) => Object.values(one)).flatMap((scopes) => [...scopes]);

/** The parameters as the object that they are. */
const sentBy = ({ parameters }: Operation): Schema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

const bodyOf = ({ requestBody }: Operation): Schema | undefined => requestBody?.content['application/json']?.schema;

function answerBreaks(before: Placed, after: Placed, compare: Compare): readonly string[] {
  const name = `${before.method} ${before.path}`;
  const answered = after.responses[200].content;
  return Object.entries(before.responses[200].content).flatMap(([type, { schema }]) =>
    answered[type]
      ? compare({ before: schema, after: answered[type].schema, direction: 'out', at: `${name}, answer` })
      : [`${name} does not answer ${type} any more.`],
  );
}

function comparing(before: Description, after: Description): Compare {
  /** What was found for pairs of named schemas; nothing yet while they are compared, since a schema may hold itself. */
  const known = new Map<string, readonly string[]>();

  const compare: Compare = (compared) => {
    const { direction, at } = compared;
    if (!compared.before || !compared.after) {
      const isSame = compared.before === compared.after;
      return isSame ? [] : [`${at} is ${compared.after ? 'asked for now' : 'gone'}.`];
    }
    const resolved = { before: resolve(compared.before, before), after: resolve(compared.after, after), direction, at };
    if (!compared.before.$ref || !compared.after.$ref) return schemaBreaks(resolved, compare);
    const pair = [compared.before.$ref, compared.after.$ref, direction].join(' ');
    const found = known.get(pair);
    if (found) return found;
    known.set(pair, []);
    const sentences = schemaBreaks(resolved, compare);
    known.set(pair, sentences);
    return sentences;
  };
  return compare;
}

const resolve = (schema: Schema, { components }: Description): Schema =>
  schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema;

type Resolved = Compared & { readonly before: Schema; readonly after: Schema };

function schemaBreaks(resolved: Resolved, compare: Compare): readonly string[] {
  const { before, after, direction, at } = resolved;
  const kinds = kindsOf(before);
  const nowKinds = kindsOf(after);
  if (kinds || nowKinds)
    return kindBreaks(resolved, { before: kinds ?? [before], after: nowKinds ?? [after], compare });
  const types = typeBreaks(resolved);
  if (types.length > 0) return types;
  return [
    ...(direction === 'in' ? narrowed(before, after).map((word) => `${at}: ${word} is narrower than it was.`) : []),
    ...fieldBreaks(resolved, compare),
    ...(before.items ? compare({ before: before.items, after: after.items, direction, at: `${at}[]` }) : []),
    ...(typeof before.additionalProperties === 'object' && typeof after.additionalProperties === 'object'
      ? compare({ before: before.additionalProperties, after: after.additionalProperties, direction, at: `${at}.*` })
      : []),
  ];
}

const kindsOf = ({ anyOf, oneOf }: Schema): readonly Schema[] | undefined => anyOf ?? oneOf;

type Kinds = { readonly before: readonly Schema[]; readonly after: readonly Schema[]; readonly compare: Compare };

/** Each kind that there was must still be there; and where there was always a value, there is one. */
function kindBreaks({ direction, at }: Resolved, { before, after, compare }: Kinds): readonly string[] {
  const had = before.flatMap(ofEachType);
  const has = after.flatMap(ofEachType);
  const isNull = ({ type }: Schema) => type === 'null';
  if (direction === 'out' && has.some(isNull) && !had.some(isNull)) return [`${at} can be null now.`];
  // What may have been null in answers need not be.
  const promised = direction === 'in' ? had : had.filter((kind) => !isNull(kind));
  return promised.flatMap((kind) => {
    const best = has.map((other) => compare({ before: kind, after: other, direction, at }));
    return best.some((found) => found.length === 0) ? [] : (best.sort((a, b) => a.length - b.length)[0] ?? []);
  });
}

/** A text that can be null is two kinds: another that can be null does not stand for it. */
const ofEachType = (schema: Schema): readonly Schema[] =>
  Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema];

function typeBreaks({ before, after, direction, at }: Resolved): readonly string[] {
  const had = typesOf(before);
  const has = typesOf(after);
  const values = (schema: Schema) => schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  const valuesBefore = values(before);
  const valuesAfter = values(after);
  const [must, may] = direction === 'in' ? [had, has] : [has, had];
  const other = must.filter((type) => !may.includes(type) && !(type === 'integer' && may.includes('number')));
  const isWider = must.length === 0 && may.length > 0;
  if (isWider || (may.length > 0 && other.length > 0)) return [`${at} is ${inWords(has)}, and was ${inWords(had)}.`];
  if (direction === 'in' && valuesAfter) {
    const gone = valuesBefore?.filter((value) => !valuesAfter.includes(value));
    if (!gone) return [`${at} takes only some values now.`];
    return gone.map((value) => `${at} does not take ${JSON.stringify(value)} any more.`);
  }
  if (direction === 'out' && valuesBefore && 'const' in before && !valuesAfter?.includes(before.const)) {
    return [`${at} is not ${JSON.stringify(before.const)} any more.`];
  }
  return [];
}

const inWords = (types: readonly string[]): string => (types.length === 0 ? 'anything' : types.join(' or '));

const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? [] : [type].flat());

function fieldBreaks({ before, after, direction, at }: Resolved, compare: Compare): readonly string[] {
  const had = before.properties ?? {};
  const has = after.properties ?? {};
  const neededBefore = before.required ?? [];
  const needed = after.required ?? [];
  const place = (name: string) => `${at}${at.includes(':') ? '.' : ': '}${name}`;
  return [
    ...Object.entries(had).flatMap(([name, schema]) =>
      has[name]
        ? compare({ before: schema, after: has[name], direction, at: place(name) })
        : [`${place(name)} is gone.`],
    ),
    ...(direction === 'in' ? needed.filter((name) => !neededBefore.includes(name)) : []).map(
      (name) => `${place(name)} must be sent now.`,
    ),
    ...(direction === 'out' ? neededBefore.filter((name) => has[name] && !needed.includes(name)) : []).map(
      (name) => `${place(name)} can be missing now.`,
    ),
  ];
}

const UPPER = ['maximum', 'maxLength', 'maxItems'];
const LOWER = ['minimum', 'minLength', 'minItems'];

/** The bounds of what may be sent that leave out more than they did. */
const narrowed = (before: Schema, after: Schema): readonly string[] => [
  ...UPPER.filter((word) => bound(after, word, Infinity) < bound(before, word, Infinity)),
  ...LOWER.filter((word) => bound(after, word, -Infinity) > bound(before, word, -Infinity)),
  ...['pattern', 'format'].filter((word) => after[word] !== undefined && after[word] !== before[word]),
];

const bound = (schema: Schema, word: string, none: number): number =>
  typeof schema[word] === 'number' ? schema[word] : none;
