/** The network of a world: servers of ours are reached by their handlers, engines by sockets. */
import type { Dialled, Engine } from './engines.ts';
import type { Network } from './replace-globals.ts';
import type { Machine, World } from './world.ts';

type Handler = (request: Request, server: object) => Response | Promise<Response>;

type Listening = {
  readonly routes: Readonly<Record<string, Handler>>;
  readonly fetch: Handler;
  readonly server: { pendingRequests: number };
};

type Options = { readonly hostname: string; readonly data: unknown; readonly socket: Dialled['handlers'] };

export class SimulatedNetwork implements Network {
  readonly #world: World;
  readonly #listening = new Map<Machine, Listening>();
  readonly engines = new Map<string, Engine>();
  #ports = 20_000;

  constructor(world: World) {
    this.#world = world;
  }

  serve = (options: object): unknown => {
    const { routes, fetch, hostname } = options as Pick<Listening, 'routes' | 'fetch'> & { hostname: string };
    const machine = this.#world.current;
    const server = {
      hostname,
      port: ++this.#ports,
      pendingRequests: 0,
      requestIP: () => ({ address: '192.0.2.1' }),
      timeout: () => {},
      stop: async () => void this.#listening.delete(machine),
    };
    this.#listening.set(machine, { routes, fetch, server });
    return server;
  };

  connect = async (options: object): Promise<unknown> => {
    const { hostname, data: owner, socket: handlers } = options as Options;
    const machine = this.#world.current;
    const engine = this.engines.get(hostname);
    if (!engine) throw new Error(`There is no ${hostname} here.`);
    return engine.connect(machine, { owner, handlers });
  };

  fetch = async (input: string | URL | Request): Promise<Response> => {
    throw new Error(`Nothing in this world is at ${String(input)}.`);
  };

  isListening(machine: Machine): boolean {
    return !machine.isDead && this.#listening.has(machine);
  }

  /** Asks a server, on its own machine. `onEnd` is to be called when the answer has been read, or is not read any more. */
  async ask(machine: Machine, path: string, request: Request): Promise<{ response: Response; onEnd: () => void }> {
    const listening = this.#listening.get(machine);
    if (!listening) throw new Error('Connection refused.');
    const { routes, fetch, server } = listening;
    server.pendingRequests += 1;
    let isOver = false;
    const onEnd = () => {
      if (!isOver) server.pendingRequests -= 1;
      isOver = true;
    };
    try {
      return { response: await (routes[path] ?? fetch)(request, server), onEnd };
    } catch (thrown) {
      onEnd();
      throw thrown;
    }
  }
}
