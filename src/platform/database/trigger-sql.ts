/**
 * Statements of migrations that each database writes in its own way: `{{append-only}} table` refuses UPDATE and DELETE,
 * `{{versions}} table (key) columns` writes each state of a row into `row_versions` and refuses to delete it;
 * `{{versions-and-ends}}` does so and lets rows be deleted, which is a version, too: `null`. `{{unversioned}} table` takes
 * either back. A later migration may say the first of a table again, with other exceptions.
 * `{{refuse-insert}} table 'why' WHEN condition` refuses new rows; said again, it takes the place of the one before.
 */

import { assert } from '../../lib/assert.ts';
import { ADDED_BY_PROGRAM } from './versioned-tables.ts';

/** A table whose every state is kept. */
type Versioned = {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Its rows may be deleted. */
  readonly hasEnds: boolean;
};

/** How a database writes triggers. */
export interface TriggerDialect {
  /** Fires for each row; `unless` is a condition on OLD and NEW under which nothing is refused. */
  refuse(table: string, what: 'UPDATE' | 'DELETE', unless?: string): readonly string[];
  refuseInsert(table: string, why: string, when: string): readonly string[];
  /** Fires after a row was added, or one of the columns has changed. */
  keepVersions(versioned: Versioned): readonly string[];
  stopVersions(table: string): readonly string[];
}

const APPEND_ONLY = /^\{\{append-only\}\}\s+(\w+)((?:\s+EXCEPT (?:UPDATE|DELETE) WHEN\s.+)?)$/s;
const REFUSE_INSERT = /^\{\{refuse-insert\}\}\s+(\w+)\s+'([^']+)'\s+WHEN\s+(.+)$/s;
const UNVERSIONED = /^\{\{unversioned\}\}\s+(\w+)$/;
const VERSIONS = /^\{\{versions(-and-ends)?\}\}\s+(\w+)\s+\(([^)]+)\)\s+(.+)$/s;

/** One statement of a migration as the statements of a database. */
export function triggersOf(statement: string, dialect: TriggerDialect): readonly string[] {
  if (!/^\{\{(?:append-only|versions|versions-and-ends|unversioned|refuse-insert)\}\}/.test(statement))
    return [statement];
  const refused = APPEND_ONLY.exec(statement);
  if (refused) {
    const [, table = '', exceptions = ''] = refused;
    return (['UPDATE', 'DELETE'] as const).flatMap((what) =>
      dialect.refuse(table, what, exceptionOf(exceptions, what)),
    );
  }
  const unwanted = REFUSE_INSERT.exec(statement);
  if (unwanted) return dialect.refuseInsert(unwanted[1]!, unwanted[2]!, unwanted[3]!);
  const unversioned = UNVERSIONED.exec(statement);
  if (unversioned) return dialect.stopVersions(unversioned[1]!);
  const kept = VERSIONS.exec(statement);
  assert(kept, `A migration has a statement that is not understood: ${statement}`);
  const [, ends, table = '', key = '', columns = ''] = kept;
  return dialect.keepVersions({
    table,
    key: namesIn(key),
    columns: namesIn(columns),
    hasEnds: ends !== undefined,
  });
}

/** The condition under which something is allowed; each is introduced by EXCEPT. */
function exceptionOf(exceptions: string, what: 'UPDATE' | 'DELETE'): string | undefined {
  const found = exceptions.split(/\s+EXCEPT /).find((one) => one.startsWith(`${what} WHEN`));
  return found?.slice(`${what} WHEN`.length).trim();
}

const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim());

const nameOf = (table: string, what: string): string => `${table}_${what.toLowerCase()}`;
const said = (table: string, what: 'UPDATE' | 'DELETE'): string =>
  `rows of ${table} are never ${what === 'UPDATE' ? 'changed' : 'deleted'}`;
const idOf = (key: readonly string[], row: string, type: string): string =>
  key.map((column) => `CAST(${row}${column} AS ${type})`).join(" || '/' || ");

/** The end of a row, as its last version says it. */
const ENDED = "'null'";
const ADD_VERSION = 'INSERT INTO row_versions (kind, id, body)';

/** Rows of which there are versions, and which were deleted while nothing wrote that down. */
const endsMissed = ({ table, key }: Versioned, type: string): string =>
  `${ADD_VERSION} SELECT DISTINCT v.kind, v.id, ${ENDED} FROM row_versions v
     WHERE v.kind = '${table}' AND v.id NOT IN (SELECT ${idOf(key, '', type)} FROM ${table})`;

const OF_VERSIONS = ['added', 'changed', 'kept', 'ended'];

export const SQLITE_TRIGGERS: TriggerDialect = {
  refuse: (table, what, unless) => [
    `DROP TRIGGER IF EXISTS ${nameOf(table, `no_${what}`)}`,
    `CREATE TRIGGER ${nameOf(table, `no_${what}`)} BEFORE ${what} ON ${table} ${unless ? `WHEN (${unless}) IS NOT TRUE ` : ''}BEGIN
       SELECT RAISE(ABORT, '${said(table, what)}'); END`,
  ],
  refuseInsert: (table, why, when) => [
    `DROP TRIGGER IF EXISTS ${nameOf(table, 'no_insert')}`,
    `CREATE TRIGGER ${nameOf(table, 'no_insert')} BEFORE INSERT ON ${table} WHEN ${when} BEGIN
       SELECT RAISE(ABORT, '${why}'); END`,
  ],
  keepVersions: (versioned) => {
    const { table, key, columns, hasEnds } = versioned;
    const body = (row: string) =>
      `json_object(${columns.map((column) => `'${column}', CAST(${row}${column} AS TEXT)`).join(', ')})`;
    const written = `BEGIN ${ADD_VERSION} VALUES ('${table}', ${idOf(key, 'NEW.', 'TEXT')}, ${body('NEW.')}); END`;
    const isChanged = columns.map((column) => `NEW.${column} IS NOT OLD.${column}`).join(' OR ');
    return [
      ...(hasEnds ? [endsMissed(versioned, 'TEXT')] : []),
      `${ADD_VERSION} SELECT '${table}', ${idOf(key, '', 'TEXT')}, ${body('')} FROM ${table} ORDER BY ${key.join(', ')}`,
      ...(table in ADDED_BY_PROGRAM
        ? []
        : [`CREATE TRIGGER ${nameOf(table, 'added')} AFTER INSERT ON ${table} ${written}`]),
      `CREATE TRIGGER ${nameOf(table, 'changed')} AFTER UPDATE OF ${columns.join(', ')} ON ${table}
         WHEN ${isChanged} ${written}`,
      hasEnds
        ? `CREATE TRIGGER ${nameOf(table, 'ended')} AFTER DELETE ON ${table} BEGIN
             ${ADD_VERSION} VALUES ('${table}', ${idOf(key, 'OLD.', 'TEXT')}, ${ENDED}); END`
        : `CREATE TRIGGER ${nameOf(table, 'kept')} BEFORE DELETE ON ${table} BEGIN
             SELECT RAISE(ABORT, '${said(table, 'DELETE')}'); END`,
    ];
  },
  stopVersions: (table) => OF_VERSIONS.map((what) => `DROP TRIGGER IF EXISTS ${nameOf(table, what)}`),
};

export const POSTGRES_TRIGGERS: TriggerDialect = {
  // The condition is within the function: there it may look at other tables.
  refuse: (table, what, unless) => {
    const name = nameOf(table, `no_${what}`);
    const allowed = unless ? `IF ${unless} THEN RETURN ${what === 'UPDATE' ? 'NEW' : 'OLD'}; END IF; ` : '';
    const each = [
      `DROP TRIGGER IF EXISTS ${name} ON ${table}`,
      refusing(name, said(table, what), allowed),
      `CREATE TRIGGER ${name} BEFORE ${what} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    ];
    if (what === 'UPDATE') return each;
    const all = nameOf(table, 'no_truncate');
    return [
      ...each,
      `DROP TRIGGER IF EXISTS ${all} ON ${table}`,
      refusing(all, said(table, what)),
      `CREATE TRIGGER ${all} BEFORE TRUNCATE ON ${table} EXECUTE FUNCTION ${all}()`,
    ];
  },
  refuseInsert: (table, why, when) => {
    const name = nameOf(table, 'no_insert');
    return [
      `DROP TRIGGER IF EXISTS ${name} ON ${table}`,
      refusing(name, why, `IF (${when}) IS NOT TRUE THEN RETURN NEW; END IF; `),
      `CREATE TRIGGER ${name} BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    ];
  },
  keepVersions: (versioned) => {
    const { table, key, columns, hasEnds } = versioned;
    const body = (row: string) =>
      `CAST(json_build_object(${columns.map((column) => `'${column}', CAST(${row}${column} AS text)`).join(', ')}) AS text)`;
    const written = `${ADD_VERSION} VALUES ('${table}', ${idOf(key, 'NEW.', 'text')}, ${body('NEW.')})`;
    const isChanged = columns.map((column) => `NEW.${column} IS DISTINCT FROM OLD.${column}`).join(' OR ');
    const version = nameOf(table, 'version');
    const kept = nameOf(table, 'kept');
    const ended = nameOf(table, 'ended');
    const end = `${ADD_VERSION} VALUES ('${table}', ${idOf(key, 'OLD.', 'text')}, ${ENDED}); RETURN NULL;`;
    return [
      ...(hasEnds ? [endsMissed(versioned, 'text')] : []),
      `${ADD_VERSION} SELECT '${table}', ${idOf(key, '', 'text')}, ${body('')} FROM ${table} ORDER BY ${key.join(', ')}`,
      functionOf(version, `${written}; RETURN NULL;`),
      `CREATE TRIGGER ${nameOf(table, 'added')} AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${version}()`,
      `CREATE TRIGGER ${nameOf(table, 'changed')} AFTER UPDATE OF ${columns.join(', ')} ON ${table} FOR EACH ROW
         WHEN (${isChanged}) EXECUTE FUNCTION ${version}()`,
      hasEnds ? functionOf(ended, end) : refusing(kept, said(table, 'DELETE')),
      hasEnds
        ? `CREATE TRIGGER ${ended} AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${ended}()`
        : `CREATE TRIGGER ${kept} BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${kept}()`,
    ];
  },
  stopVersions: (table) => [
    ...OF_VERSIONS.map((what) => `DROP TRIGGER IF EXISTS ${nameOf(table, what)} ON ${table}`),
    ...['version', 'kept', 'ended'].map((what) => `DROP FUNCTION IF EXISTS ${nameOf(table, what)}()`),
  ],
};

const functionOf = (name: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS '${`BEGIN ${body} END`.replaceAll("'", "''")}'`;

/** As a broken constraint says it, so that it is not tried again. */
const refusing = (name: string, message: string, before = ''): string =>
  functionOf(name, `${before}RAISE EXCEPTION '${message}' USING ERRCODE = 'integrity_constraint_violation';`);
