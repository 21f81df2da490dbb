/** `boreal engine test`: an operator sees an engine answer before the service is started. */
import { expect, test } from 'bun:test';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
import { runBoreal } from '../support/service-process.ts';

const enginesAt = (baseUrl: string) => ({
  BOREAL_ENGINES: JSON.stringify({ main: { kind: 'openai', baseUrl, model: 'test-model' } }),
});

test('an engine of the configuration says a sentence, and one that does not answer is named with the reason', async () => {
  await using upstream = await startUpstream();
  upstream.play(answerText('Hello there!'));

  const answered = await runBoreal(['engine', 'test', 'main', '--json'], enginesAt(upstream.url));
  const refused = await runBoreal(['engine', 'test', 'main'], enginesAt('http://127.0.0.1:1/v1'));
  const unknown = await runBoreal(['engine', 'test', 'other'], enginesAt(upstream.url));

  expect(answered.code).toBe(0);
  expect(JSON.parse(answered.stdout)).toMatchObject({ engine: 'main', ok: true, text: 'Hello there!' });
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('main did not answer for svc-') });
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('There are: main.') });
});
