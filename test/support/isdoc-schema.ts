/**
 * Checks ISDOC files with libxml2: against our own schema of what we write, and, where `BOREAL_TEST_ISDOC_XSD` names a copy
 * of `isdoc-invoice-6.0.2.xsd` with its other files beside it, against the standard's. That one is not ours to ship.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

const OWN = join(import.meta.dir, '../fixtures/isdoc-written.xsd');
const STANDARD = process.env.BOREAL_TEST_ISDOC_XSD ?? '';

const fileOf = (path: string) => ({ fileName: basename(path), contents: readFileSync(path, 'utf8') });

/** The problems of these files; empty where there are none. */
export async function isdocProblems(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const own = await problemsOf(files, OWN);
  return STANDARD && existsSync(STANDARD) ? [...own, ...(await problemsOf(files, STANDARD))] : own;
}

async function problemsOf(files: Readonly<Record<string, string>>, path: string): Promise<readonly string[]> {
  const beside = path === OWN ? [] : readdirSync(dirname(path)).filter((name) => name.endsWith('.xsd'));
  const { errors } = await validateXML({
    xml: Object.entries(files).map(([fileName, contents]) => ({ fileName, contents })),
    schema: [fileOf(path)],
    preload: beside.filter((name) => name !== basename(path)).map((name) => fileOf(join(dirname(path), name))),
  });
  return errors.map(({ rawMessage }) => rawMessage);
}
