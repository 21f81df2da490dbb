/** `boreal invite create`, and a person who uses what it printed. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD, pageClient } from '../support/page-client.ts';
import { startService } from '../support/service.ts';
import { runBoreal } from '../support/service-process.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'boreal-invite-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const invite = (words: string, env: Readonly<Record<string, string>> = {}) =>
  runBoreal(['invite', 'create', ...words.split(' ').filter(Boolean)], {
    BOREAL_DATA_DIR: dataDir,
    BOREAL_PORT: '8790',
    ...env,
  });

describe('an invitation made by command', () => {
  test('lets a person in while the server runs, as what it says', async () => {
    await using service = await startService({ dataDir, env: { BOREAL_SIGN_UP: 'closed' } });
    const client = pageClient(service);

    const ran = await invite('--email Op@Example.com --role operator --days 3 --json');
    const made = JSON.parse(ran.stdout) as Readonly<Record<string, string>>;
    const invitation = new URL(made.link!).searchParams.get('invitation');
    const body = { name: 'Op', email: 'op@example.com', password: PASSWORD };
    const signUp = await client.post('/api/auth/sign-up/email', { ...body, invitation });
    await client.post('/api/auth/sign-in/email', body);

    expect(ran.code).toBe(0);
    expect(made).toMatchObject({ id: expect.stringMatching(/^inv_/), role: 'operator', email: 'op@example.com' });
    expect(made.link).toStartWith('http://localhost:8790/welcome?invitation=');
    expect(signUp.status).toBe(200);
    expect((await client.get('/api/me')).json).toMatchObject({ email: 'op@example.com', role: 'operator' });
  });

  test('leads to the public address', async () => {
    const ran = await invite('--json', { BOREAL_PUBLIC_URL: 'https://boreal.example' });

    expect(JSON.parse(ran.stdout)).toMatchObject({
      role: 'customer',
      email: null,
      link: expect.stringMatching(/^https:\/\/boreal\.example\/welcome\?invitation=\w{26}$/),
    });
  });

  test.each([
    ['--email nobody', '"nobody" is not an e-mail address.'],
    ['--role king', '--role must be customer or operator.'],
    ['--days 0', '--days must be a whole number from 1 to 365.'],
    ['--days 366', '--days must be a whole number from 1 to 365.'],
  ])('with %s is refused', async (words, sentence) => {
    const ran = await invite(words);

    expect([ran.code, ran.stderr.trim()]).toEqual([2, `boreal: ${sentence}`]);
  });
});
