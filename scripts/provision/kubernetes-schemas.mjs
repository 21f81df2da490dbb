/** JSON Schemas of the objects of Kubernetes, as kubeconform reads them, from the description that comes with its source. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, goModule } from './go-programs.mjs';

const VERSION = 'v1.36.3';
/** They are numbers in files that people write, and strings in the description. */
const NUMBER_OR_STRING = [
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  'io.k8s.apimachinery.pkg.api.resource.Quantity',
];

/** The folder of the schemas. */
export function kubernetesSchemas() {
  const folder = join(CACHE, `kubernetes-${VERSION}`);
  if (existsSync(folder)) return folder;
  const { definitions } = JSON.parse(
    readFileSync(join(goModule('k8s.io/kubernetes', VERSION), 'api/openapi-spec/swagger.json'), 'utf8'),
  );
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    writeFileSync(join(draft, 'definitions.json'), JSON.stringify({ definitions: closed(definitions) }));
    for (const [name, { 'x-kubernetes-group-version-kind': kinds = [] }] of Object.entries(definitions)) {
      const $ref = `definitions.json#/definitions/${name}`;
      for (const kind of kinds) writeFileSync(join(draft, `${fileOf(kind)}.json`), JSON.stringify({ $ref }));
    }
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** The definitions, in which a field that is not known is a mistake. */
function closed(definitions) {
  const one = ([name, definition]) => {
    if (NUMBER_OR_STRING.includes(name)) return [name, { type: ['integer', 'number', 'string'] }];
    return [name, definition.properties ? { ...definition, additionalProperties: false } : definition];
  };
  return Object.fromEntries(Object.entries(definitions).map(one));
}

function fileOf({ group, version, kind }) {
  return [kind.toLowerCase(), ...(group ? [group.split('.')[0]] : []), version].join('-');
}
