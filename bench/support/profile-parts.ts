/** A sampled profile: the own time of each function, added up by the part of the house that it is in. */

/** As the runtime writes it, in the form that browsers read. */
export type Profile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  /** Microseconds since 1970. */
  readonly startTime: number;
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
};

export type Share = { readonly name: string; readonly share: number };

const FOLDER = /\/src\/((?:features\/)?[a-z-]+)\//;
const PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const PATH = /\/((?:src|node_modules)\/.*)$/;

export const partsOf = (profile: Profile): readonly Share[] => sharesBy(profile, partOf);

export const topOf = (profile: Profile, count: number): readonly Share[] =>
  sharesBy(profile, functionOf).slice(0, count);

type Frame = Profile['nodes'][number]['callFrame'];

/** Functions without a file are the runtime itself: what it does for whom is in the list of functions. */
function partOf({ url }: Frame): string {
  const name = PACKAGE.exec(url)?.[1];
  if (name) return `package ${name}`;
  const folder = FOLDER.exec(url)?.[1];
  return folder ? `src/${folder}` : 'the runtime';
}

function functionOf({ functionName, url, lineNumber }: Frame): string {
  const path = PATH.exec(url)?.[1];
  return `${functionName || '(nameless)'}${path ? ` ${path}:${lineNumber + 1}` : ', of the runtime'}`;
}

/** Time that nothing was run in is left out. */
function sharesBy({ nodes, samples, timeDeltas }: Profile, nameOf: (frame: Frame) => string): Share[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  let all = 0;
  for (const [i, id] of samples.entries()) {
    const frame = frames.get(id)!;
    if (frame.functionName === '(root)' || frame.functionName === '(idle)') continue;
    const us = timeDeltas[i] ?? 0;
    const name = nameOf(frame);
    times.set(name, (times.get(name) ?? 0) + us);
    all += us;
  }
  return [...times].map(([name, us]) => ({ name, share: us / all })).sort((a, b) => b.share - a.share);
}
