/** A plain checker of JSON Schema for tests: what is wrong with a value, in words. Independent of what makes grammars. */
type Schema = { readonly [key: string]: unknown };

export function schemaProblems(schema: unknown, value: unknown): readonly string[] {
  return check({ root: schema, path: '$' }, schema, value);
}

type At = { readonly root: unknown; readonly path: string };

const isPlain = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function check(at: At, schema: unknown, value: unknown): readonly string[] {
  if (schema === false) return [`${at.path} must not be there`];
  if (!isPlain(schema)) return [];
  if (schema.nullable === true && value === null) return [];
  const problems = [
    ...checkType(at, schema, value),
    ...checkListed(at, schema, value),
    ...checkCombined(at, schema, value),
    ...(typeof value === 'string' ? checkString(at, schema, value) : []),
    ...(typeof value === 'number' ? checkNumber(at, schema, value) : []),
    ...(Array.isArray(value) ? checkArray(at, schema, value) : []),
    ...(isPlain(value) ? checkObject(at, schema, value) : []),
  ];
  return problems;
}

function checkType(at: At, schema: Schema, value: unknown): readonly string[] {
  const types = [schema.type].flat().filter((type) => type !== undefined);
  const isType = (type: unknown) =>
    type === 'null'
      ? value === null
      : type === 'array'
        ? Array.isArray(value)
        : type === 'object'
          ? isPlain(value)
          : type === 'integer'
            ? Number.isInteger(value)
            : typeof value === type;
  return types.length === 0 || types.some(isType) ? [] : [`${at.path} is not ${types.join(' or ')}`];
}

function checkListed(at: At, schema: Schema, value: unknown): readonly string[] {
  const text = JSON.stringify(value);
  const problems: string[] = [];
  if ('const' in schema && JSON.stringify(schema.const) !== text) problems.push(`${at.path} is not the constant`);
  if (schema.enum && !list(schema.enum).some((one) => JSON.stringify(one) === text)) {
    problems.push(`${at.path} is not listed`);
  }
  return problems;
}

function checkCombined(at: At, schema: Schema, value: unknown): readonly string[] {
  const problems = list(schema.allOf).flatMap((part) => check(at, part, value));
  const passing = (options: unknown) => list(options).filter((option) => check(at, option, value).length === 0).length;
  if (schema.anyOf && passing(schema.anyOf) === 0) problems.push(`${at.path} is none of anyOf`);
  if (schema.oneOf && passing(schema.oneOf) !== 1) problems.push(`${at.path} is not exactly one of oneOf`);
  if (typeof schema.$ref === 'string') {
    const target = resolve(at.root, schema.$ref);
    problems.push(...(target === undefined ? [`${schema.$ref} leads nowhere`] : check(at, target, value)));
  }
  return problems;
}

function resolve(root: unknown, reference: string): unknown {
  let found = root;
  for (const step of reference.split('/').slice(1)) {
    found = (found as Schema)[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return found;
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text),
  time: (text) => /^\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(text),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
  duration: (text) => /^P(?:\d+[DWMY]|T\d+[HMS])$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text),
  email: (text) => /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(text),
  hostname: (text) => /^(?:[a-z0-9-]{1,63}\.)+[a-z]+$/.test(text),
  ipv4: (text) =>
    /^\d+\.\d+\.\d+\.\d+$/.test(text) &&
    text.split('.').every((part) => Number(part) <= 255 && String(Number(part)) === part),
  ipv6: (text) => /^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$/.test(text),
  uri: (text) => URL.canParse(text),
};

function checkString(at: At, schema: Schema, value: string): readonly string[] {
  const length = [...value].length;
  const problems: string[] = [];
  if (length < Number(schema.minLength ?? 0)) problems.push(`${at.path} is too short`);
  if (length > Number(schema.maxLength ?? Infinity)) problems.push(`${at.path} is too long`);
  if (typeof schema.pattern === 'string' && !new RegExp(schema.pattern, 'u').test(value)) {
    problems.push(`${at.path} does not match ${schema.pattern}`);
  }
  if (FORMATS[String(schema.format)]?.(value) === false) problems.push(`${at.path} is no ${schema.format}: ${value}`);
  return problems;
}

function checkNumber(at: At, schema: Schema, value: number): readonly string[] {
  const problems: string[] = [];
  if (value < Number(schema.minimum ?? -Infinity)) problems.push(`${at.path} ${value} is below ${schema.minimum}`);
  if (value > Number(schema.maximum ?? Infinity)) problems.push(`${at.path} ${value} is above ${schema.maximum}`);
  if (value <= Number(schema.exclusiveMinimum ?? -Infinity)) problems.push(`${at.path} ${value} is not above`);
  if (value >= Number(schema.exclusiveMaximum ?? Infinity)) problems.push(`${at.path} ${value} is not below`);
  const times = value / Number(schema.multipleOf ?? 1);
  const isMultiple = Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
  if (schema.multipleOf !== undefined && !isMultiple) problems.push(`${at.path} ${value} is no multiple`);
  return problems;
}

function checkArray(at: At, schema: Schema, value: readonly unknown[]): readonly string[] {
  const prefix = list(schema.prefixItems);
  const problems = value.flatMap((item, index) =>
    check({ ...at, path: `${at.path}[${index}]` }, index < prefix.length ? prefix[index] : schema.items, item),
  );
  if (value.length < Number(schema.minItems ?? 0)) problems.push(`${at.path} has too few items`);
  if (value.length > Number(schema.maxItems ?? Infinity)) problems.push(`${at.path} has too many items`);
  const isRepeated = new Set(value.map((item) => JSON.stringify(item))).size < value.length;
  if (schema.uniqueItems === true && isRepeated) problems.push(`${at.path} has the same item twice`);
  return problems;
}

function checkObject(at: At, schema: Schema, value: Schema): readonly string[] {
  const properties = isPlain(schema.properties) ? schema.properties : {};
  const patterns = isPlain(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
  const problems = list(schema.required)
    .filter((name) => !Object.hasOwn(value, String(name)))
    .map((name) => `${at.path} lacks ${name}`);
  for (const [name, inner] of Object.entries(value)) {
    const path = `${at.path}.${name}`;
    const matching = patterns.filter(([pattern]) => new RegExp(pattern, 'u').test(name));
    const isNamed = Object.hasOwn(properties, name);
    if (isNamed) problems.push(...check({ ...at, path }, properties[name], inner));
    for (const [, pattern] of matching) problems.push(...check({ ...at, path }, pattern, inner));
    if (!isNamed && matching.length === 0) problems.push(...check({ ...at, path }, schema.additionalProperties, inner));
    problems.push(...check({ ...at, path: `${path} (its name)` }, schema.propertyNames, name));
  }
  const count = Object.keys(value).length;
  if (count > Number(schema.maxProperties ?? Infinity)) problems.push(`${at.path} has too many properties`);
  return problems;
}
