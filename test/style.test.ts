/**
 * The guard of the house style, so that reviews need not be. Each test lists everything that breaks one rule and says
 * what to do. If an exception is ever needed, list it here with its reason, and only ever shrink the list.
 */
import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { ERROR_CODES } from '../src/core/errors.ts';
import { CODE_NOTES } from '../src/server/api/refusals.ts';
import { ARROWS_TO_MEND, FUNCTIONS_TO_SHORTEN } from './support/to-mend.ts';

const ROOT = resolve(import.meta.dir, '..');

/** The rule of imports: a folder imports those that are further left. A feature is a folder of its own. */
const LEVELS: Readonly<Record<string, number>> = {
  lib: 0,
  core: 1,
  platform: 2,
  dialects: 3,
  ledger: 3,
  features: 4,
  engines: 4,
  prove: 4,
  gateway: 5,
  server: 6,
};

/** The files outside `src` that a source file may read. */
const MAY_IMPORT_OUTSIDE: Readonly<Record<string, string>> = {
  'src/platform/database/migrate.ts': 'migrations',
  'src/platform/database/schema-check.ts': 'migrations',
  'src/platform/backup-folder.ts': 'package.json',
  'src/platform/telemetry/resource.ts': 'package.json',
  'src/server/commands/main.ts': 'package.json',
};

/** Which part may use which package, and why it needs it. */
const MAY_USE: Readonly<Record<string, { readonly where: RegExp; readonly why: string }>> = {
  zod: { where: /^src\/(?!lib|core)/, why: 'It checks what comes from outside, and describes it for OpenAPI.' },
  'eventsource-parser': { where: /^src\/platform\/http\//, why: 'It reads event streams.' },
  'node-llama-cpp': { where: /^src\/engines\/llama\//, why: 'It runs models.' },
  '@huggingface/jinja': { where: /^src\/engines\/llama\//, why: 'It fills the chat templates of model files.' },
  'better-auth': { where: /^src\/features\/sign-in\//, why: 'It signs people in.' },
  '@better-auth/passkey': { where: /^src\/features\/sign-in\//, why: 'It signs people in by passkey.' },
  jose: { where: /^src\/features\/sign-in\//, why: 'It checks the signatures of tokens.' },
  stripe: { where: /^src\/features\/shop\//, why: 'It takes cards.' },
  pdfkit: { where: /^src\/features\/invoices\//, why: 'It writes PDF files.' },
  '@expo-google-fonts/inter': { where: /^src\/features\/invoices\//, why: 'Its fonts are in the PDF files.' },
  uqr: { where: /^src\/(?:features\/invoices|platform\/mail)\//, why: 'It makes the QR codes of payments.' },
  fflate: { where: /^src\/features\/invoices\//, why: 'It writes ZIP files.' },
  'age-encryption': { where: /^src\/platform\/backup-encryption\.ts$/, why: 'It encrypts backups.' },
  nodemailer: { where: /^src\/platform\/mail\//, why: 'It sends e-mail.' },
  marked: { where: /^src\/features\/site\//, why: 'It reads the Markdown of terms.' },
  '@cfworker/json-schema': {
    where: /^src\/gateway\/structured\/schema-check\.ts$/,
    why: 'It holds answers against the schemas of their callers.',
  },
  pino: { where: /^src\/platform\/telemetry\//, why: 'It writes the log.' },
};

/** Pure code, true without a computer: no clock, no chance, no network. */
const PURE = /^src\/(?:core|dialects|features\/[a-z-]+\/(?:(?:operator-)?contract|rules)\.ts)/;

/** The packages of the pages. They are bundled for browsers and never run in the server. */
const WEB_MAY_USE: Readonly<Record<string, string>> = {
  react: 'It draws the pages.',
  'react-dom': 'It draws the pages.',
  '@base-ui/react': 'Dialogs, menus and the like, usable by keyboard and screen reader.',
  marked: 'It reads the Markdown of answers.',
  wouter: 'It finds the page of an address.',
  swr: 'It fetches, keeps and refreshes what pages show.',
  '@noble/hashes': 'It hashes for the proof of work.',
  uqr: 'It makes the QR codes of a second factor and of a bank transfer.',
};

/** Pure code of the server that pages share. */
const WEB_MAY_SHARE: Readonly<Record<string, string>> = {
  'src/lib/highlight.ts': 'It colours code, on pages of the browser and of the server.',
};

/** Code that reaches for the outside: time, chance, the environment, the network. */
const TIMERS = /\b(?:setTimeout|setInterval|setImmediate)\b/g;
const OUTSIDE = [
  /\bBun\.\w/g,
  /\bDate\.now\b/g,
  /\bnew Date\(\s*\)/g,
  /\bMath\.random\b/g,
  /\bcrypto\.(?:random|getRandom)\w*/g,
  /\bprocess\.\w/g,
  /\bperformance\.\w/g,
  /\bfetch\(/g,
];
const touchesOf = (file: string): readonly RegExp[] =>
  PURE.test(file) ? [...OUTSIDE, TIMERS] : file.startsWith('src/lib/') ? OUTSIDE : [];

/** It imports and writes nothing itself: it shows visitors programs that do. */
const SHOWS_CODE = 'src/features/site/code-examples.ts';

/** Some values have fields that belong together. */
const PARTS_MAX = 15;
const FUNCTION_LINES_MAX = 70;
const EMPTY_NAMES = /^(?:utils?|helpers?|common|managers?|base|misc|handler2)$/;
const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*$/;

const files = listFiles('.');
const code = files.filter((file) => /\.(?:ts|tsx|mts|js|mjs)$/.test(file) && !file.startsWith('test/fixtures/'));
const sources = code.filter((file) => file.startsWith('src/') && !isForTests(file));
const pages = code.filter((file) => file.startsWith('web/') && !isForTests(file));

test('the files of the house are found', () => {
  expect(sources.length).toBeGreaterThan(400);
  expect(files).toContain('docs/README.md');
});

describe('layers', () => {
  test('every source file is in a folder that the rule of imports knows', () => {
    const strays = sources.filter((file) => !Object.hasOwn(LEVELS, file.split('/')[1]!));
    expectNone(strays, 'Move the file to a folder of the rule of imports.');
  });

  test('imports point to the left, and no more of them than before point elsewhere', () => {
    const arrows: Record<string, number> = {};
    for (const file of sources) {
      for (const target of new Set(importedBy(file))) {
        const arrow = `${boxOf(file)} → ${boxOf(target)}`;
        if (target.startsWith('src/') && !mayImport(file, target)) arrows[arrow] = (arrows[arrow] ?? 0) + 1;
      }
    }
    const sorted = (record: Readonly<Record<string, number>>) => Object.fromEntries(Object.entries(record).sort());
    expect(sorted(arrows), 'Move code to where it may be imported, or pass it in; then shrink the list.').toEqual(
      sorted(ARROWS_TO_MEND),
    );
  });

  test('a source file reads nothing of tests, and outside of src what it may', () => {
    const problems = eachImport((file, specifier) => {
      if (!specifier.startsWith('.')) return false;
      const path = relative(ROOT, resolve(ROOT, dirname(file), specifier));
      return isForTests(path) || (!path.startsWith('src/') && !path.startsWith(MAY_IMPORT_OUTSIDE[file] ?? ' '));
    });
    expectNone(problems, 'Pass it in, or add it to MAY_IMPORT_OUTSIDE.');
  });

  test('a package is used only in the parts that may use it', () => {
    const problems = eachImport(
      (file, specifier) =>
        isPackage(specifier) && file !== SHOWS_CODE && !MAY_USE[packageOf(specifier)]?.where.test(file),
    );
    expectNone(problems, 'Use the package behind a function of the part that has it, or change MAY_USE.');
  });

  test('core, dialects, contracts, rules and lib import nothing of the runtime', () => {
    const problems = eachImport(
      (file, specifier) =>
        touchesOf(file).length > 0 && isRuntime(specifier) && !PURE_RUNTIME[file]?.startsWith(`${specifier},`),
    );
    expectNone(problems, 'Do the I/O in a service or in platform, and hand the result in.');
  });

  test('core, dialects, contracts and rules touch no clock, chance, environment or network; lib has timers only', () => {
    const problems = sources.flatMap((file) => find(file, touchesOf(file)));
    expectNone(problems, 'Take the time, the random value or the setting as an argument; the caller owns it.');
  });

  test('a route of /api is spelled once, in a contract', () => {
    const spelled = sources.flatMap((file) =>
      [...withoutComments(read(file)).matchAll(/'((?:GET|POST|PATCH|PUT|DELETE) \/api\/[^']*)'/g)].map((match) => ({
        file,
        route: match[1]!,
      })),
    );
    expect(spelled.length).toBeGreaterThan(100);
    const strays = spelled.filter(({ file }) => !/contracts?\.ts$/.test(file));
    const twice = spelled.filter(({ route }, at) => spelled.findIndex((one) => one.route === route) !== at);
    expectNone(
      [...strays, ...twice].map(({ file, route }) => `${file} spells ${route}`),
      'Say it in the contract of its noun, and nowhere else.',
    );
  });

  test('no files import each other in a circle', () => {
    const all = code.filter((file) => /^(?:src|web)\//.test(file) && !isForTests(file));
    const circles = all.flatMap((file) => {
      const way = wayBack(file);
      return way && file === way.toSorted()[0] ? [way.join(' → ')] : [];
    });
    expectNone(circles, 'Move what both need into a file of its own.');
  });

  test('what a file exports, another file uses', () => {
    const used = new Set(code.flatMap((file) => usedBy(file)));
    const exported = /^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm;
    const problems = code
      .filter((file) => /^(?:src|web|test|bench)\//.test(file))
      .flatMap((file) => [...read(file).matchAll(exported)].map((match) => ({ file, name: match[1]! })))
      .filter(({ file, name }) => !used.has(`${file} ${name}`) && !used.has(`${file} *`));
    expectNone(
      problems.map(({ file, name }) => `${file} exports ${name}`),
      'Leave out `export`.',
    );
  });

  test('only commands and platform write to the console', () => {
    const silent = sources.filter(
      (file) => !/^src\/(?:platform|server\/commands)\/|commands\.ts$/.test(file) && file !== SHOWS_CODE,
    );
    expectNone(
      silent.flatMap((file) => find(file, [/\bconsole\.\w+/g])),
      'Report through the log or a metric that is passed in; a command prints in src/server/commands.',
    );
  });
});

describe('tests', () => {
  test('take their configuration from testConfig, never from the checkout', () => {
    const readers = ['test/support/test-config.ts', 'src/server/configuration/config.test.ts', 'test/style.test.ts'];
    const tests = code.filter((file) => (isForTests(file) || file.startsWith('test/')) && !readers.includes(file));
    expectNone(
      tests.flatMap((file) => find(file, [/\breadConfig\b/g])),
      'Use testConfig of test/support/test-config.ts: readConfig would read the boreal.config.json of a live service.',
    );
  });
});

describe('web', () => {
  test('a page imports its own folder, the packages for pages, and of the server types and what both share', () => {
    const problems = pages.flatMap((file) => {
      const values = read(file).replaceAll(/^\s*import type\b[^;]*;/gm, '');
      const strays = specifiersIn(values).filter((specifier) => {
        if (isPackage(specifier)) return !WEB_MAY_USE[packageOf(specifier)];
        const path = relative(ROOT, resolve(ROOT, dirname(file), specifier));
        return !path.startsWith('web/') && !WEB_MAY_SHARE[path];
      });
      return strays.map((specifier) => `${file} imports ${specifier}`);
    });
    expectNone(
      problems,
      'Share a type with `import type`, move the code into web/, or put what is pure into WEB_MAY_SHARE.',
    );
  });

  test('no page has a way in for raw HTML', () => {
    const sinks = [/dangerouslySetInnerHTML/g, /\b(?:inner|outer)HTML\b/g, /insertAdjacentHTML/g, /document\.write/g];
    expectNone(
      pages.flatMap((file) => find(file, sinks)),
      'Let React write the text; build elements instead of markup.',
    );
  });
});

describe('size', () => {
  test(`no function is longer than ${FUNCTION_LINES_MAX} lines, but those that were`, () => {
    const long = [...sources, ...pages].flatMap((file) =>
      functionsOf(file)
        .filter(({ lines }) => lines > FUNCTION_LINES_MAX)
        .map(({ name }) => `${file} ${name}`),
    );
    const what = 'Give its parts names and places of their own; then shrink the list.';
    expect(long.sort(), what).toEqual([...FUNCTIONS_TO_SHORTEN].sort());
  });
});

describe('names and words', () => {
  test('a comment names its subject first', () => {
    const turned = [/\/\*\* ?(?:What|Who|Whether|Of|By)\b/g, /^\s*\* (?:What|Who|Whether|Of|By)\b/gm];
    expectNone(
      code.flatMap((file) => find(file, turned)),
      'Begin with what the sentence is about: "The owner reads …".',
    );
  });

  test(`at most ${PARTS_MAX} types are named for being parts of something`, () => {
    const named = sources.flatMap((file) => find(file, [/^(?:export )?type \w+Parts\b/gm]));
    expect(named.length, `Hand the platform down, and name the rest.\n  ${named.join('\n  ')}`).toBeLessThanOrEqual(
      PARTS_MAX,
    );
  });

  test('file names are kebab-case', () => {
    expectNone(
      code.filter((file) => !KEBAB_CASE.test(basename(file))),
      'Rename the file to lower case with dashes.',
    );
  });

  test('no file or folder has a name that says nothing', () => {
    const isEmptyName = (part: string) => part.split(/[-.]/).some((word) => EMPTY_NAMES.test(word));
    expectNone(
      code.filter((file) => file.split('/').some(isEmptyName)),
      'Name the file for the one thing it holds.',
    );
  });

  // The brackets in these patterns keep this file from finding itself.
  test('nothing is left to be fixed later', () => {
    expectNone(
      code.flatMap((file) => findInText(file, /\b(?:FIXM[E]|XX[X])\b/g)),
      'Fix it now, or describe it in docs/limitations.md.',
    );
  });

  test('every open end is named and described in docs/limitations.md', () => {
    const limitations = existsSync(join(ROOT, 'docs/limitations.md')) ? read('docs/limitations.md') : '';
    const problems = code.flatMap((file) =>
      findInText(file, /\bTOD[O]\b(?:\((?<name>[\w-]+)\))?/g, (name) => !name || !limitations.includes(name)),
    );
    expectNone(problems, 'Write it with a name in parentheses, and describe that name in docs/limitations.md.');
  });

  test('no type is left open', () => {
    const problems = code
      .filter((file) => /tsx?$/.test(file))
      .flatMap((file) => find(file, [/(?::\s*|\bas |<)any\b/g]));
    expectNone(problems, 'Use the real type, or `unknown` and narrow it.');
  });

  test('lists and objects are written out, not spread to save lines', () => {
    const spread = [/\.\.\.\{/g, /\.\.\.\[[^[\]]*\](?=\s*[,)\]])/g, /\b(?:const|let) \[[^\]]*\] = \[(?!\.\.\.).*\];/g];
    expectNone(
      [...sources, ...pages].flatMap((file) => find(file, spread)),
      'Write each element or field where it is, and one declaration for each name.',
    );
  });

  test('no value has the name of a global of its runtime', () => {
    const named = (names: string) => [
      new RegExp(`\\b(?:const|let|function) (?:${names})\\b`, 'g'),
      new RegExp(`[({,] ?(?:${names})\\b(?!:)(?=[^;=(){]*\\) =>)`, 'g'),
    ];
    const ofServer = 'process|fetch|console|performance|crypto';
    const ofBrowser = `${ofServer}|window|document|location|history|navigator`;
    expectNone(
      [
        ...sources.flatMap((file) => find(file, named(ofServer))),
        ...pages.flatMap((file) => find(file, named(ofBrowser))),
      ],
      'Name it for what it is: a reader takes it for the global.',
    );
  });

  test('no source forces one type onto another', () => {
    expectNone(
      [...sources, ...code.filter((file) => file.startsWith('web/src/') && !isForTests(file))].flatMap((file) =>
        find(file, [/\bas unknown as\b/g]),
      ),
      'Declare the type where the value is made, or narrow it by what it holds.',
    );
  });

  test('people and parts are named by what they are', () => {
    const prose = files.filter((file) => /\.(?:ts|tsx|mjs|md|css)$/.test(file) && !file.startsWith('model/'));
    // A word in quotes, or a part of an address, is data.
    const people = /(?<![\w'"`=@-])(?:whoeve[r]|somebod[y]|anybod[y]|nobod[y]|everybod[y])(?![\w'"`@])/gi;
    const parts = /(?<![\w'"`])(?:(?:the|its|their|these|same) book[s]|book[s][.,;)])/g;
    const told = /\b(?:is|are|was|were) tol[d]\b(?! (?:first|apart))/g;
    expectNone(
      prose.flatMap((file) => [people, parts, told].flatMap((words) => findInText(file, words))),
      'Say client, customer, operator or caller; ledger or database; and who reports, sends or gets.',
    );
  });

  test('no file names a path of one machine', () => {
    expectNone(
      // Weights and archives are no text, and reading them as one takes long.
      files
        .filter((file) => !/\.(?:gguf|zst)$/.test(file))
        .flatMap((file) => findInText(file, /(?:^|[^\w])\/wor[k]\/|\.\.\/share[d]\b/g)),
      'Use a path inside the repository.',
    );
  });
});

describe('documents', () => {
  test.each(['CHANGELOG.md', 'LICENSE', 'NOTICE'])('%s exists', (file) => {
    expectNone(existsSync(join(ROOT, file)) ? [] : [file], 'Write the file.');
  });

  test('the changelog tells of each version on one screen', () => {
    const versions = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
    const long = versions.filter((version) => version.split('\n').length > 70);
    expectNone(
      long.map((version) => version.split('\n')[0]!),
      'Say what a user of the version has, not how it came to be.',
    );
  });

  test('docs/reference/errors.md has an entry for every error code that no description explains, and for nothing else', () => {
    const entries = entriesOf('docs/reference/errors.md').filter((entry) => /^[a-z0-9_]+$/.test(entry));
    const wanted = ERROR_CODES.filter((code) => CODE_NOTES[code] === undefined || entries.includes(code));
    expectSame(entries, wanted, 'a heading or a first table cell in backticks in docs/reference/errors.md');
  });

  test('every setting says what it is, or the setting around it does', async () => {
    const { LIMIT_SETTINGS } = await import('../src/server/configuration/config.ts');
    const { allSettings } = await import('../src/server/commands/help-configuration.ts');
    const settings = allSettings().filter(({ path }) => !path.startsWith('limits.'));
    const about = new Map(settings.map(({ path, schema }) => [path, schema.description ?? '']));
    const isSaid = (path: string): boolean => {
      const [, around = '', name = ''] = /^(.*?)(?:\.NAME|\[\])?\.([^.]+)$/.exec(path) ?? [];
      const above = about.get(around) || about.get(around.replace(/\.[^.]+$/, '')) || '';
      return about.get(path) !== '' || above.includes(`\`${name}\``) || above.includes(`"${name}"`);
    };
    expectNone(
      settings.filter(({ path }) => !isSaid(path)).map(({ path }) => path),
      'Describe it in the schema: `boreal help configuration` prints it.',
    );
    expectNone(
      LIMIT_SETTINGS.filter(({ about }) => about === '').map(({ env }) => env),
      'Say in `limitSchema` what the limit is: `boreal help limits` prints it.',
    );
  });

  test('documents name variables that there are', async () => {
    const { CONFIG_VARIABLES, OTHER_VARIABLES } = await import('../src/server/configuration/config.ts');
    const known = new Set([...CONFIG_VARIABLES.map(({ env }) => env), ...OTHER_VARIABLES]);
    const forTests = /^BOREAL_(TEST|NEMESIS|RELEASE|IMAGE)/;
    const problems = files
      .filter((file) => file.endsWith('.md') && !file.startsWith('clients/'))
      .flatMap((file) => [...new Set(read(file).match(/\bBOREAL_[A-Z_]*[A-Z]\b/g))].map((name) => ({ file, name })))
      .filter(({ name }) => !known.has(name) && !forTests.test(name));
    expectNone(
      problems.map(({ file, name }) => `${file}: ${name}`),
      'Correct the name: `boreal help configuration` has them.',
    );
  });

  test('docs/dependencies.md has an entry for every package and for nothing else', () => {
    const { dependencies, optionalDependencies, devDependencies } = packageJson();
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
    const families = names.map((name) => name.replace(/^@oven\/bun-.*/, '@oven/bun-*'));
    expectSame(entriesOf('docs/dependencies.md'), families, 'a first table cell in backticks in docs/dependencies.md');
  });

  test('every link between documents leads to a file, and to a heading where it names one', () => {
    const problems = files.filter((file) => file.endsWith('.md')).flatMap((file) => brokenLinksOf(file));
    expectNone(problems, 'Correct the link, or write what it leads to.');
  });
});

function expectNone(problems: readonly string[], whatToDo: string): void {
  if (problems.length > 0) throw new Error(`${whatToDo}\n  ${problems.join('\n  ')}`);
}

function expectSame(documented: readonly string[], real: readonly string[], place: string): void {
  const missing = real.filter((name) => !documented.includes(name)).map((name) => `${name} is missing: add it`);
  const gone = documented.filter((name) => !real.includes(name)).map((name) => `${name} is unknown: remove it`);
  expectNone([...new Set([...missing, ...gone])], `An entry is ${place}.`);
}

/** The names in backticks that head a section or a table row. */
function entriesOf(file: string): readonly string[] {
  if (!existsSync(join(ROOT, file))) throw new Error(`Write ${file}.`);
  return [...read(file).matchAll(/^(?:#+ +|\| *)`([^`]+)`/gm)].map((match) => match[1]!);
}

function brokenLinksOf(file: string): readonly string[] {
  const links = [...withoutFences(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
  return links
    .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(file, link))
    .map((link) => `${file}: ${link}`);
}

function leadsSomewhere(file: string, link: string): boolean {
  const [path = '', heading] = link.split('#') as [string, string?];
  const target = path === '' ? file : relative(ROOT, resolve(ROOT, dirname(file), path));
  if (!existsSync(join(ROOT, target))) return false;
  return heading === undefined || (target.endsWith('.md') && anchorsOf(target).includes(heading));
}

/** The anchors of a document's headings, as they are made where documents are read. */
function anchorsOf(file: string): readonly string[] {
  return [...withoutFences(read(file)).matchAll(/^#+ +(.+)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Examples may hold brackets and signs that are neither links nor headings. */
function withoutFences(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

function eachImport(isProblem: (file: string, specifier: string) => boolean): readonly string[] {
  return sources.flatMap((file) =>
    specifiersOf(file)
      .filter((specifier) => isProblem(file, specifier))
      .map((specifier) => `${file} imports ${specifier}`),
  );
}

function specifiersOf(file: string): readonly string[] {
  return specifiersIn(withoutComments(read(file)));
}

function specifiersIn(text: string): readonly string[] {
  return [
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\b(?:import|require|import\.meta\.resolve)\(\s*['"`]([^'"`]+)['"`]/g,
    /\bnew URL\(\s*['"`](\.[^'"`]*)['"`]\s*,\s*import\.meta\b/g,
    /\bnew Worker\(\s*['"`](\.[^'"`]*)['"`]/g,
  ].flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]!));
}

/** `<file> <name>` for each name that a file imports, or `<file> *` where it takes all that is there. */
function usedBy(file: string): readonly string[] {
  const text = read(file);
  const target = (specifier: string) => relative(ROOT, resolve(ROOT, dirname(file), specifier));
  const named = [...text.matchAll(/^(?:import|export) (?:type )?(?:\{([^}]*)\}|\*[^']*) from '(\.[^']+)'/gm)];
  const whole = [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map((match) => `${target(match[1]!)} *`);
  return [
    ...whole,
    ...named.flatMap(([, names = '*', specifier]) =>
      names.split(',').map((name) => `${target(specifier!)} ${name.trim().replace(/^type | as .*$/g, '')}`),
    ),
  ];
}

const isContract = (file: string): boolean => /\/(?:[a-z]+-)?contract\.ts$/.test(file);

/** A feature is imported by others through its `index.ts` alone, and a contract by contracts. */
function mayImport(file: string, target: string): boolean {
  const [from, to] = [boxOf(file), boxOf(target)];
  if (from === to) return true;
  const [mine, other] = [from, to].map((box) => LEVELS[box.split('/')[0]!]!);
  if (mine! > other!) return true;
  if (!from.startsWith('features/') || !to.startsWith('features/')) return false;
  return basename(target) === 'index.ts' || (isContract(file) && isContract(target));
}

/** `src/platform/http/sse.ts` is in `platform`, `src/features/keys/rules.ts` in `features/keys`. */
const boxOf = (file: string): string =>
  file
    .split('/')
    .slice(1, file.startsWith('src/features/') ? 3 : 2)
    .join('/');

/** The files by which a file imports itself in the end, or nothing. */
function wayBack(start: string): readonly string[] | undefined {
  const seen = new Set<string>();
  const follow = (file: string, way: readonly string[]): readonly string[] | undefined => {
    for (const target of importedBy(file)) {
      if (target === start) return way;
      if (seen.has(target)) continue;
      seen.add(target);
      const found = follow(target, [...way, target]);
      if (found) return found;
    }
    return undefined;
  };
  return follow(start, [start]);
}

const imports = new Map<string, readonly string[]>();

/** The files of this repository that a file imports. */
function importedBy(file: string): readonly string[] {
  const known = imports.get(file);
  if (known) return known;
  // Starting a worker is no import: it loads the file into a thread of its own.
  const targets = [...read(file).matchAll(/^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*'(\.[^']+)'/gm)]
    .map((match) => match[1]!)
    .map((specifier) => relative(ROOT, resolve(ROOT, dirname(file), specifier)))
    .filter((target) => /\.tsx?$/.test(target) && files.includes(target));
  imports.set(file, targets);
  return targets;
}

/** Tests and what they share may import anything; the product may not import them. */
function isForTests(file: string): boolean {
  return /\.(?:test|fixture)(?:\.tsx?)?$/.test(file);
}

function isRuntime(specifier: string): boolean {
  return /^(?:node:|bun$|bun:)/.test(specifier);
}

/** Parts of the runtime that only compute. */
const PURE_RUNTIME: Readonly<Record<string, string>> = {
  'src/lib/ip-range.ts': 'node:net, for BlockList and isIP',
};

function isPackage(specifier: string): boolean {
  return !specifier.startsWith('.') && !isRuntime(specifier);
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Finds patterns in the code of a file, not in its comments and strings. */
function find(file: string, patterns: readonly RegExp[]): readonly string[] {
  const text = withoutStrings(withoutComments(read(file)));
  return patterns.flatMap((pattern) => matchesIn(file, text, pattern));
}

/** Finds a pattern anywhere in a text file. */
function findInText(file: string, pattern: RegExp, isProblem?: (name: string | undefined) => boolean) {
  const text = read(file);
  const isBinary = text.includes('\0');
  return isBinary ? [] : matchesIn(file, text, pattern, isProblem);
}

function matchesIn(file: string, text: string, pattern: RegExp, isProblem = (_name: string | undefined) => true) {
  return [...text.matchAll(pattern)]
    .filter((match) => isProblem(match.groups?.name))
    .map((match) => `${file}:${text.slice(0, match.index).split('\n').length} has ${match[0].trim()}`);
}

/** Blanks comments and keeps every line where it is. */
function withoutComments(text: string): string {
  const strings = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/;
  const comments = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/;
  const either = new RegExp(`(${strings.source})|${comments.source}`, 'g');
  return text.replace(either, (all, string?: string) => string ?? all.replace(/[^\n]/g, ' '));
}

/** Blanks plain strings. Templates stay, because they hold code. */
function withoutStrings(text: string): string {
  return text.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, (all) => ' '.repeat(all.length));
}

/** Functions at the top of a file. The formatter ends each with a brace at the beginning of a line. */
function functionsOf(file: string): readonly { readonly name: string; readonly lines: number }[] {
  const lines = read(file).split('\n');
  return lines.flatMap((line, at) => {
    const name = /^(?:export )?(?:default )?(?:async )?function\*? (\w+)/.exec(line)?.[1];
    return name ? [{ name, lines: lines.indexOf('}', at) - at + 1 }] : [];
  });
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function packageJson() {
  return JSON.parse(read('package.json')) as Readonly<
    Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Readonly<Record<string, string>>>
  >;
}

/** Every file that is not ignored. Walks the tree itself, because an unpacked archive has no repository to ask. */
function listFiles(folder: string): readonly string[] {
  const lines = ['.git', ...read('.gitignore').split('\n')].map((line) => line.trim().replace(/\/$/, ''));
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const globs = (some: readonly string[]) => some.map((line) => new Bun.Glob(line.replace(/^!?\/?/, '')));
  const ignored = globs(patterns.filter((line) => !line.startsWith('!')));
  const kept = globs(patterns.filter((line) => line.startsWith('!')));
  const walk = (at: string): readonly string[] =>
    readdirSync(join(ROOT, at), { withFileTypes: true }).flatMap((entry) => {
      const path = join(at, entry.name);
      const isNamed = (glob: Bun.Glob) => glob.match(entry.name) || glob.match(path);
      if (ignored.some(isNamed) && !kept.some(isNamed)) return [];
      if (entry.isDirectory()) return walk(path);
      return entry.isFile() ? [path] : [];
    });
  return walk(folder);
}
