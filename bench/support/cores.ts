/** One core for what is measured, another for what measures it: a neighbour's work is then not in the figures. */
import { availableParallelism } from 'node:os';

type Cores = { readonly subject: number; readonly load: number };

/** Two cores to pin to, where the system can do that. */
export function twoCores(): Cores | undefined {
  return Bun.which('taskset') && availableParallelism() >= 2 ? { subject: 0, load: 1 } : undefined;
}

/** Puts this process, with all its threads, onto one core. */
export function moveTo(core: number): void {
  const { success, stderr } = Bun.spawnSync(['taskset', '-a', '-c', '-p', String(core), String(process.pid)]);
  if (!success) throw new Error(`taskset failed: ${stderr}`);
}

/** The command that runs a program on one core. */
export const onCore = (core: number | undefined, command: readonly string[]): readonly string[] =>
  core === undefined ? command : ['taskset', '-c', String(core), ...command];
