/** A model as it stands in the configuration → its file on this machine. */
import { resolve } from 'node:path';

/** The one place that knows what a setting of a model file may be: today a path. */
export async function modelFileOf(setting: string): Promise<string> {
  return resolve(setting);
}

/** The path that a setting names, where it names one: it can be looked at before anything starts. */
export const pathIn = (setting: string): string | undefined => resolve(setting);
