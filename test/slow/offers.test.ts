/** Offers on two real servers of one database: a change reaches both, outlives the one that took it, and a reload without it. */
import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderBecause, performAction, signedUpOperator } from '../support/busy-operator.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { sharedBy } from '../support/postgres-storage.ts';
import { until } from '../support/service.ts';
import { runBoreal, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const LONG_MS = 600_000;
const BANK = { iban: 'CZ6508000000192000145399', name: 'Boreal s.r.o.' };

const pricing = async ({ port }: ServiceProcess) => (await fetch(`http://127.0.0.1:${port}/pricing`)).text();
const shows = (service: ServiceProcess, words: string) =>
  until(`the page shows ${words}`, async () => (await pricing(service)).includes(words));

test(
  'a change of what is sold is seen by every server, and stays when the one that took it is killed',
  async () => {
    const storage = await emptyPostgres();
    const folder = mkdtempSync(join(tmpdir(), 'boreal-offers-'));
    await using closing = new AsyncDisposableStack();
    closing.defer(() => rmSync(folder, { recursive: true, force: true }));
    closing.defer(() => storage.giveBack());
    const configure = (plans: object) =>
      writeFileSync(join(folder, 'boreal.config.json'), JSON.stringify({ payments: { bank: BANK, plans } }));
    configure({ ultra: { czk: '4321' } });
    const start = async (name: string) => {
      const own = join(folder, name);
      mkdirSync(own, { recursive: true });
      const env = { ...sharedBy(storage), BOREAL_CONFIG: join(folder, 'boreal.config.json') };
      return closing.use(await startServiceProcess({ folder: own, env }));
    };
    const one = await start('one');
    const operator = await signedUpOperator({
      port: one.port,
      log: one.lines.map((line) => ({ ...line, message: line.msg })),
    });
    const other = await start('other');
    const pro = { item: 'plan-pro', terms: { kind: 'plan', czk: '1357' }, after: 0, fromMs: null };
    const ultra = { item: 'plan-ultra', terms: { kind: 'plan', czk: '99' }, after: 0, fromMs: null };

    await shows(other, '4,321');
    const refused = await operator.post('/api/operator/offers', { ...orderBecause('cheaper'), ...ultra });
    await performAction(operator, 'offers', { ...orderBecause('dearer'), ...pro });
    process.kill(one.pid, 'SIGKILL');
    await one.exited;
    await shows(other, '1,357');
    const again = await start('one');
    await shows(again, '1,357');

    configure({ ultra: { czk: '4444' } });
    for (const service of [again, other]) service.signal('SIGHUP');
    await shows(other, '4,444');

    expect([refused.status, refused.json.error?.code]).toEqual([409, 'set_by_file']);
    expect(await pricing(other)).toContain('1,357');
    const listed = await runBoreal(['offer', 'list', '--json'], other.env);
    expect(JSON.parse(listed.stdout).sold).toMatchObject({
      'plan-pro': { czk: '1357' },
      'plan-ultra': { czk: '4444' },
    });
    configure({ pro: { czk: '1234' } });
    // The launcher takes two of the same signal within a second for one.
    process.kill(other.pid, 'SIGHUP');
    await shows(other, '1,234');
    await other.hasLogged('payments.plans.pro is set by the configuration file');
    const doctor = await runBoreal(['doctor', '--json'], other.env);
    expect(doctor.stdout).toContain(
      'payments.plans.pro is set by the configuration file; what was set of it in the database',
    );
    const command = ['offer', 'end', '--item', 'plan-pro', '--reason', 'no more'];
    expect(await runBoreal(command, other.env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'payments.plans.pro is set by the configuration file: change it there and reload',
      ),
    });
    expect(again.lines.filter(({ msg }) => msg.includes('count only after a restart'))).toEqual([]);
    expect((await runBoreal(['audit', '--json'], other.env)).code).toBe(0);
  },
  LONG_MS,
);
