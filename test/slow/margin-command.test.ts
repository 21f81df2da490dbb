/** Buying prices, rates and margins by command, beside a running server, on both databases. */
import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBeside } from '../support/command-line.ts';
import { DATABASES } from '../support/databases.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { runBoreal } from '../support/service-process.ts';

test.each(DATABASES)(
  'what an engine costs is set, and what is left is listed and written into a file (%s)',
  async (database) => {
    await using beside = await startBeside(database);
    const { service } = beside;
    const { dataDir, databaseUrl, engines, secret } = service.config;
    const env = {
      ...{ BOREAL_DATA_DIR: dataDir, BOREAL_SECRET: secret, BOREAL_ENGINES: JSON.stringify(engines) },
      ...(databaseUrl && { BOREAL_DATABASE_URL: databaseUrl }),
    };
    const boreal = (words: string) => runBoreal(words.split(' '), env);
    const json = async (words: string) => {
      const { code, stderr, stdout } = await boreal(`${words} --json`);
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout) as unknown;
    };
    service.upstream.play(answerText('Hi', { usage: { prompt_tokens: 100, completion_tokens: 10 } }));
    const price = '--input 0.1 --cached-input 0.1 --output 1 --reasoning 1';
    const early = await boreal(`buying set --engine main --currency EUR ${price} --reason contract`);
    await json('rate set --currency EUR --czk 20 --reason bank');
    await json(`buying set --engine main --currency EUR ${price} --reason contract`);
    const strange = await boreal(`buying set --engine other ${price} --reason contract`);
    const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
    await until('a request has its cost', async () => {
      await service.post({ model: 'svc-glacier', messages: [{ role: 'user', content: 'Hello' }] });
      return (await service.stores.margins.within(all)).length > 0;
    });
    const file = join(mkdtempSync(join(tmpdir(), 'boreal-margins-')), 'margins.csv');

    const listed = (await json('margin list --by engine')) as { rows: { id: string; boughtCzk: string }[] };
    await json(`margin export --to ${file}`);
    const shown = await boreal('buying list');

    expect(early.stderr).toContain('The price begins before there is a rate of EUR');
    expect(strange.stderr).toContain('No model is answered by an engine other.');
    // 100 × 2 and 10 × 20 millionths of CZK.
    expect(listed.rows).toMatchObject([{ id: 'main', boughtCzk: '0.0004' }]);
    expect(existsSync(file) && readFileSync(file, 'utf8')).toContain(',svc-glacier,main,1,110,0.0035,0,0.0004,0.0031');
    expect(shown.stdout).toContain('* main/@1  0.1 / 0.1 / 1 / 1 EUR');
    expect(shown.stdout).toContain('* EUR@1  20 CZK');
  },
  240_000,
);
