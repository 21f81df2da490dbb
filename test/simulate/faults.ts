/** What goes wrong, and when: a list that the seed makes before the run, so that a shorter one can be tried. */
import type { Random } from '../support/random.ts';
import type { Engine } from './engines.ts';
import type { Server } from './servers.ts';
import { fairWeather, type SharedDatabase, type Weather } from './shared-database.ts';
import type { World } from './world.ts';

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
  readonly database: SharedDatabase;
};

type Strike = (struck: Struck, fault: Fault) => void;

const during = (world: World, { kind, forMs }: Fault, end: () => void) =>
  void world.after(world.outside, forMs, `end of ${kind}`, end);

const weather =
  (change: (weather: Weather, fault: Fault) => void): Strike =>
  ({ world, database }, fault) => {
    change(database.weather, fault);
    during(world, fault, () => {
      const { cutOff: _, ...fair } = fairWeather();
      Object.assign(database.weather, fair);
    });
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

const serverOf = ({ servers }: Struck, { which }: Fault): Server => servers[which % servers.length]!;

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
    serverOf(struck, fault).machine.stillUntilMs = struck.world.nowMs + fault.forMs;
  },
  suspend: (struck, fault) => {
    const { machine } = serverOf(struck, fault);
    machine.stillUntilMs = struck.world.nowMs + fault.forMs;
    machine.sleptMs += fault.forMs * machine.rate;
  },
  'clock jump': (struck, fault) => {
    const { machine } = serverOf(struck, fault);
    machine.wallOffsetMs += (fault.share - 0.5) * fault.forMs * 1000;
    during(struck.world, fault, () => {
      machine.wallOffsetMs = 0;
    });
  },
  partition: (struck, fault) => {
    const { name } = serverOf(struck, fault).machine;
    struck.database.weather.cutOff.add(name);
    during(struck.world, fault, () => void struck.database.weather.cutOff.delete(name));
  },
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
  'engine refuses': mood('refuses'),
  'engine stalls': mood('stalls'),
  'engine cuts': mood('cuts'),
  'engine lies': mood('lies'),
} as const satisfies Readonly<Record<string, Strike>>;

const KINDS = Object.keys(FAULTS) as Fault['kind'][];

/** Faults over a time, some of which last longer than a lease. */
export function planFaults(chance: Random, overMs: number): readonly Fault[] {
  const count = chance.integer(3, 12);
  const faults = Array.from({ length: count }, (): Fault => {
    const atMs = chance.integer(1000, overMs - 1000);
    const isLong = chance.fraction() < 0.3;
    return {
      kind: chance.pick(KINDS),
      atMs,
      forMs: Math.min(overMs - atMs, chance.integer(200, isLong ? 60_000 : 8000)),
      which: chance.integer(0, 9),
      share: chance.fraction(),
    };
  });
  return faults.sort((a, b) => a.atMs - b.atMs);
}

export function strike(struck: Struck, faults: readonly Fault[]): void {
  const { world } = struck;
  for (const fault of faults) {
    const { kind, which, forMs } = fault;
    world.after(world.outside, fault.atMs, `fault: ${kind} ${which} for ${forMs} ms`, () =>
      FAULTS[kind](struck, fault),
    );
  }
}
