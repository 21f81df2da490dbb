import type { EngineChange } from '../../core/engine-changes.ts';
import { versionAt } from '../../core/version.ts';

/** Those that hold at a time, one for each name; without those that end what was said of a name. */
export function changesAt(changes: readonly EngineChange[], atMs: number): readonly EngineChange[] {
  const ofName = Map.groupBy(changes, ({ kind, name }) => `${kind} ${name}`);
  return [...ofName.values()].flatMap((versions) => {
    const held = versionAt(versions, atMs);
    return held?.value ? [held] : [];
  });
}
