/** Faults, as a list that the seed makes before the run, so that a shorter one can be tried. */
import type { Random } from '../support/random.ts';
import type { Burst } from './bursts.ts';
import type { Engine } from './engines.ts';
import { goodDisk, LoneDatabase } from './lone-database.ts';
import type { PostOffice } from './post-office.ts';
import type { Server } from './servers.ts';
import type { SharedDatabase, Weather } from './shared-database.ts';
import type { Machine, World } from './world.ts';

export type Fault = {
  readonly kind: keyof typeof FAULTS;
  readonly atMs: number;
  readonly forMs: number;
  /** The server or the engine, by its number. */
  readonly which: number;
  readonly share: number;
};

type Struck = {
  readonly world: World;
  readonly servers: readonly Server[];
  readonly engines: readonly Engine[];
  readonly database: SharedDatabase | LoneDatabase;
  readonly mail: PostOffice;
};

type Strike = (struck: Struck, fault: Fault) => void;

const during = (world: World, { kind, forMs }: Fault, end: () => void) =>
  void world.after(world.outside, forMs, `end of ${kind}`, end);

const weather =
  (change: (weather: Weather, fault: Fault) => void): Strike =>
  ({ world, database }, fault) => {
    if (database instanceof LoneDatabase) return;
    change(database.weather, fault);
    during(world, fault, () => database.clearUp());
  };

const disk =
  (change: (disk: LoneDatabase['disk'], fault: Fault) => void): Strike =>
  ({ world, database }, fault) => {
    if (!(database instanceof LoneDatabase)) return;
    change(database.disk, fault);
    during(world, fault, () => void Object.assign(database.disk, goodDisk()));
  };

const mood =
  (name: 'refuses' | 'stalls' | 'cuts' | 'lies'): Strike =>
  ({ world, engines }, fault) => {
    const engine = engines[fault.which % engines.length]!;
    engine.mood[name] = fault.share;
    during(world, fault, () => {
      engine.mood[name] = 0;
    });
  };

/** Of both ways together; real ones drift by a hundredth of it. */
export const DRIFT_MAX = 0.02;

const serverOf = ({ servers }: Struck, { which }: Fault): Server => servers[which % servers.length]!;

/** The longer of two stillnesses holds: were one shortened, what it has put off would come behind what is later. */
function stand(machine: Machine, untilMs: number): void {
  machine.stillUntilMs = Math.max(machine.stillUntilMs, untilMs);
}

const FAULTS = {
  kill: (struck, fault) => {
    const server = serverOf(struck, fault);
    server.kill();
    during(struck.world, fault, () => void server.start());
  },
  restart: (struck, fault) => {
    const server = serverOf(struck, fault);
    if (!server.isUp) return;
    void server.stop().then(() => void server.start());
  },
  freeze: (struck, fault) => {
    stand(serverOf(struck, fault).machine, struck.world.nowMs + fault.forMs);
  },
  suspend: (struck, fault) => {
    const { machine } = serverOf(struck, fault);
    stand(machine, struck.world.nowMs + fault.forMs);
    machine.sleptMs += fault.forMs * machine.rate;
  },
  'clock jump': (struck, fault) => {
    const { machine } = serverOf(struck, fault);
    machine.wallOffsetMs += (fault.share - 0.5) * fault.forMs * 1000;
    machine.hasJumped = true;
    during(struck.world, fault, () => {
      machine.wallOffsetMs = 0;
    });
  },
  'clock drifts': (struck, fault) => {
    const { machine } = serverOf(struck, fault);
    machine.rate = 1 + (fault.share - 0.5) * DRIFT_MAX;
    during(struck.world, fault, () => {
      machine.rate = 1;
    });
  },
  partition: (struck, fault) => {
    const { world, database } = struck;
    const { name } = serverOf(struck, fault);
    if (database instanceof LoneDatabase) return;
    database.weather.cutOff.add(name);
    during(world, fault, () => void database.weather.cutOff.delete(name));
  },
  'power loss': (struck, fault) => {
    const server = serverOf(struck, fault);
    server.kill(true);
    during(struck.world, fault, () => void server.start());
  },
  'flushes fail': disk((now, { share }) => {
    now.failing = share / 3;
  }),
  'slow disk': disk((now, { share }) => {
    now.flushMsMax = share * 2000;
  }),
  'database down': weather((now) => {
    now.isDown = true;
  }),
  'questions lost': weather((now, { share }) => {
    now.lostBefore = share / 2;
  }),
  'words lost': weather((now, { share }) => {
    now.lostAfter = share / 2;
  }),
  'transactions meet': weather((now, { share }) => {
    now.serialization = share / 2;
  }),
  'rows locked': weather((now, { share }) => {
    now.locked = (1 + share) / 2;
  }),
  'slow database': weather((now, { share }) => {
    now.latencyMsMax = share * 3000;
  }),
  'engine down': ({ world, engines }, fault) => {
    const engine = engines[fault.which % engines.length]!;
    engine.mood.isDown = true;
    during(world, fault, () => {
      engine.mood.isDown = false;
    });
  },
  'mail down': ({ world, mail }, fault) => {
    mail.isDown = true;
    during(world, fault, () => {
      mail.isDown = false;
    });
  },
  'engine refuses': mood('refuses'),
  'engine stalls': mood('stalls'),
  'engine cuts': mood('cuts'),
  'engine lies': mood('lies'),
} as const satisfies Readonly<Record<string, Strike>>;

const KINDS = Object.keys(FAULTS) as Fault['kind'][];
const OF_DISKS: readonly Fault['kind'][] = ['power loss', 'flushes fail', 'slow disk'];
/** On the way to a database that others share. */
const OF_WAYS: readonly Fault['kind'][] = [
  ...(['partition', 'database down', 'questions lost', 'words lost'] as const),
  ...(['transactions meet', 'rows locked', 'slow database'] as const),
];

/** When they are long, most outlast the lease of a server, which is then taken for dead and comes back. */
const OF_STILLNESS: readonly Fault['kind'][] = ['freeze', 'suspend'];

/** So long before a burst a fault may begin, where servers are idle before it. */
const BEFORE_MS = 20_000;
const FAULTS_OF_BURST: readonly [number, number] = [0, 3];
const FAULTS_OF_ALL: readonly [number, number] = [3, 12];

/** Faults over a time, some of which last longer than a lease. */
export function planFaults(chance: Random, bursts: readonly Burst[], isAlone: boolean): readonly Fault[] {
  const kinds = isAlone
    ? [...KINDS.filter((kind) => !OF_WAYS.includes(kind)), ...OF_DISKS]
    : KINDS.filter((kind) => !OF_DISKS.includes(kind));
  const counts = bursts.length === 1 ? FAULTS_OF_ALL : FAULTS_OF_BURST;
  const faults = bursts.flatMap(({ fromMs, untilMs }) =>
    Array.from({ length: chance.integer(...counts) }, (): Fault => {
      const atMs = chance.integer(Math.max(1000, fromMs - BEFORE_MS), untilMs - 1000);
      const isLong = chance.fraction() < 0.4;
      const kind = chance.pick(kinds);
      const leastMs = isLong && OF_STILLNESS.includes(kind) ? 25_000 : 200;
      return {
        ...{ kind, atMs },
        forMs: Math.min(untilMs - atMs, chance.integer(leastMs, isLong ? 60_000 : 8000)),
        which: chance.integer(0, 9),
        share: chance.fraction(),
      };
    }),
  );
  return faults.sort((a, b) => a.atMs - b.atMs);
}

/** Faults in which one server, or none, is heard. No other is a reason to take a server for dead. */
const SILENCING_ONE: readonly Fault['kind'][] = ['freeze', 'suspend', 'partition'];
const SILENCING_ALL: readonly Fault['kind'][] = ['database down', 'questions lost', 'words lost', 'slow database'];
const SILENT_MS = 45_000;

type Silent = { readonly server: number; readonly servers: number; readonly atMs: number };

/** Says whether a server, by its number, may have been silent for too long at this time. */
export const maySilence = (faults: readonly Fault[], { server, servers, atMs }: Silent): boolean =>
  faults
    .filter(
      ({ kind, which }) => SILENCING_ALL.includes(kind) || (SILENCING_ONE.includes(kind) && which % servers === server),
    )
    .some((fault) => fault.atMs <= atMs && atMs <= fault.atMs + fault.forMs + SILENT_MS);

export function strike(struck: Struck, faults: readonly Fault[]): void {
  const { world } = struck;
  for (const fault of faults) {
    const { kind, which, forMs } = fault;
    world.after(world.outside, fault.atMs, `fault: ${kind} ${which} for ${forMs} ms`, () =>
      FAULTS[kind](struck, fault),
    );
  }
}
