/** `engine test`: a tiny real completion from an engine, without a server or an account. */

import type { Engine } from '../../core/engine.ts';
import { type Catalogue, type DraftModel, sharesOf } from '../../core/model.ts';
import type { Clock, Ids } from '../../platform/clock.ts';
import { type Report, UsageError } from '../../platform/commands/command.ts';
import { saidBy } from '../../platform/commands/doctor-finding.ts';
import { testEngine } from './engine-test.ts';

type Tools = {
  readonly engines: ReadonlyMap<string, Engine>;
  readonly clock: Clock;
  readonly ids: Ids;
};

const TEST_MS = 60_000;

/** `served`: the models that are served. */
export async function engineTest(
  name: string,
  served: Catalogue<DraftModel>,
  { engines, clock, ids }: Tools,
): Promise<Report> {
  const engine = engines.get(name);
  if (!engine) throw new UsageError(`"${name}" is not an engine. ${known(engines)}`);
  const [tried] = [...served.models.values()].flatMap((model) =>
    sharesOf(model).flatMap((share) => (share.engine === name ? [{ model, share }] : [])),
  );
  if (!tried) throw new UsageError(`No model is answered by the engine "${name}".`);
  const { model, share } = tried;
  let said = '';
  const result = await testEngine({
    engine,
    model: { ...model, engineModel: share.engineModel ?? model.engineModel },
    requestId: ids.next('req_'),
    clock,
    signal: AbortSignal.timeout(TEST_MS),
    note: (thrown) => {
      said = ` (${saidBy(thrown)})`;
    },
  });
  const { ok, text, totalMs, firstEventMs } = result;
  const first = firstEventMs === null ? '' : `, first piece after ${firstEventMs} ms`;
  const line = ok
    ? `${name} answered for ${model.id} in ${totalMs} ms${first}: ${text}`
    : `${name} did not answer for ${model.id}: ${text}${said}`;
  return { json: { engine: name, model: model.id, ...result }, text: line, failed: !ok };
}

const known = (engines: ReadonlyMap<string, Engine>): string =>
  engines.size > 0
    ? `There are: ${[...engines.keys()].join(', ')}.`
    : 'It has none: the embedded engine is tested by asking the server.';
