/** An operator who takes an engine out of service means the whole service, and reaches one of its workers. */

export type EngineSteering = { readonly engine: string; readonly change: 'drain' | 'resume' };

type Steerable = { drain(engine: string): boolean; resume(engine: string): boolean };

/** Does it here, and tells the others. */
export const steeredTogether = (engines: Steerable, onSteered: (steering: EngineSteering) => void): Steerable => ({
  drain: (engine) => {
    onSteered({ engine, change: 'drain' });
    return engines.drain(engine);
  },
  resume: (engine) => {
    onSteered({ engine, change: 'resume' });
    return engines.resume(engine);
  },
});
