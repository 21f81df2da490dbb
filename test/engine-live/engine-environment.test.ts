/** The environment of the real engine process, as the system shows it. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { startServiceProcess } from '../support/service-process.ts';

test("the engine's process knows no secret of the server, and is ready all the same", async () => {
  const secret = 'a secret that only the server may know';
  await using service = await startServiceProcess({
    env: {
      BOREAL_SECRET: secret,
      BOREAL_METRICS_TOKEN: 'another-secret-of-the-server',
      BOREAL_EMBEDDED: JSON.stringify({ hubToken: 'hub-token' }),
    },
  });
  const { pid } = await service.hasLogged('embedded engine is ready');

  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');

  expect(environment).not.toContain(secret);
  expect(environment).not.toContain('another-secret-of-the-server');
  const ours = environment.split('\0').filter((line) => line.startsWith('BOREAL_'));
  expect(ours).toEqual(['BOREAL_ENGINE_HUB_TOKEN=hub-token']);
});
