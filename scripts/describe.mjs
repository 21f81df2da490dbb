/**
 * `npm run describe [-- --check]`: writes the answers of the settings API, of which TypeScript knows the types, as JSON
 * Schema to src/server/api/described-answers.json: for the description of that API, which a running server has no types for.
 * With `--check` nothing is written, and it ends with 1 where the file is not what the types say.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';
import { ROOT } from '../bin/bun.mjs';

const FILE = join(ROOT, 'src/server/api/described-answers.json');
/** Every type whose members are routes, by its file. */
const AREAS = { 'src/server/api/operator-api.ts': 'OperatorApi' };

const written = write(describeAll());
const isSame = readFileSync(FILE, { encoding: 'utf8', flag: 'a+' }) === written;
if (!process.argv.includes('--check')) writeFileSync(FILE, written);
else if (!isSame) {
  console.error(
    'src/server/api/described-answers.json is not what the types of the settings API say: npm run describe',
  );
  process.exitCode = 1;
}

function describeAll() {
  const api = new API({ cwd: ROOT });
  try {
    const project = api
      .updateSnapshot({ openProjects: [join(ROOT, 'scripts/describe.tsconfig.json')] })
      .getProjects()[0];
    const describer = createDescriber(project.checker);
    const typeIn = ([file, name]) => {
      const source = project.program.getSourceFile(join(ROOT, file));
      const symbol = project.checker.resolveName(name, SymbolFlags.TypeAlias, source.endOfFileToken);
      return project.checker.getDeclaredTypeOfSymbol(symbol);
    };
    const routes = Object.entries(AREAS).flatMap((area) => describer.routesOf(typeIn(area)));
    return { routes: Object.fromEntries(routes), schemas: Object.fromEntries(describer.named) };
  } finally {
    api.close();
  }
}

/** One line for each route and each schema, so that two changes seldom meet. */
function write(parts) {
  const lines = (record) =>
    Object.keys(record)
      .sort()
      .map((name) => `${JSON.stringify(name)}: ${JSON.stringify(record[name])}`)
      .join(',\n');
  const areas = Object.entries(parts).map(([name, record]) => `${JSON.stringify(name)}: {\n${lines(record)}\n}`);
  return `{\n${areas.join(',\n')}\n}\n`;
}

function createDescriber(checker) {
  const named = new Map();
  const aliases = new Map();
  const noted = (symbol, schema) => {
    const description = checker.getDocumentationCommentOfSymbol(symbol).replaceAll(/\s+/g, ' ').trim();
    return description ? { ...schema, description } : schema;
  };

  function routesOf(api) {
    return checker.getPropertiesOfType(api).map((route) => {
      const reply = checker.getPropertyOfType(checker.getTypeOfSymbol(route), 'reply');
      return [route.name, noted(route, { reply: schemaOf(checker.getTypeOfSymbol(reply)) })];
    });
  }

  /** A type that has a name is described once, under it. */
  function schemaOf(type) {
    const alias = type.getAliasSymbol();
    if (!alias || !(type.flags & (TypeFlags.Object | TypeFlags.Intersection | TypeFlags.Union))) return plain(type);
    if (type.getAliasTypeArguments()?.length) return plain(type);
    if ((aliases.get(alias.name) ?? alias) !== alias) throw new Error(`Two types of answers are named ${alias.name}.`);
    aliases.set(alias.name, alias);
    if (!named.has(alias.name)) {
      named.set(alias.name, {});
      named.set(alias.name, noted(alias, plain(type)));
    }
    return { $ref: `#/components/schemas/${alias.name}` };
  }

  function plain(type) {
    const { flags } = type;
    if (flags & TypeFlags.Unknown) return {};
    if (flags & TypeFlags.Null) return { type: 'null' };
    if (flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral | TypeFlags.BooleanLiteral)) {
      return { const: type.value };
    }
    if (flags & TypeFlags.String) return { type: 'string' };
    if (flags & TypeFlags.Number) return { type: 'number' };
    if (flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & TypeFlags.Union) return unionOf(type.getTypes().filter((one) => !(one.flags & TypeFlags.Undefined)));
    if (checker.isArrayLikeType(type)) {
      return { type: 'array', items: schemaOf(checker.getTypeArguments(type)[0]) };
    }
    if (flags & (TypeFlags.Object | TypeFlags.Intersection)) return objectOf(type);
    throw new Error(`An answer has a type that JSON does not have: ${checker.typeToString(type)}`);
  }

  function unionOf(types) {
    const options = types.map(schemaOf);
    if (options.length === 1) return options[0];
    const literals = options.filter((one) => one.const !== undefined).map((one) => one.const);
    const others = options.filter((one) => one.const === undefined);
    const isBoolean = literals.length === 2 && literals.every((one) => typeof one === 'boolean');
    const choice = isBoolean ? { type: 'boolean' } : { enum: literals };
    return literals.length === 0 ? { anyOf: others } : others.length === 0 ? choice : { anyOf: [choice, ...others] };
  }

  function objectOf(type) {
    const index = checker.getIndexInfosOfType(type)[0];
    const fields = checker.getPropertiesOfType(type);
    const isOptional = ({ flags }) => (flags & SymbolFlags.Optional) !== 0;
    const properties = fields.map((field) => [field.name, noted(field, schemaOf(checker.getTypeOfSymbol(field)))]);
    const required = fields.filter((field) => !isOptional(field)).map(({ name }) => name);
    return {
      type: 'object',
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(required.length > 0 && { required }),
      additionalProperties: index ? schemaOf(index.valueType) : false,
    };
  }

  return { routesOf, schemaOf, named };
}
