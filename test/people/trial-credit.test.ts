/** Trial credit, as people get it: by signing up at a real service. */
import { describe, expect } from 'bun:test';
import { audit } from '../../src/ledger/audit/audit.ts';
import { openDatabase } from '../../src/platform/database/database-place.ts';
import { ledgerPlace } from '../../src/server/ledger-place.ts';
import { test } from '../support/databases.ts';
import { signedInAt, startProvider } from '../support/oidc-provider.ts';
import { PASSWORD, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { startService } from '../support/service.ts';

const TRIAL = { BOREAL_TRIAL: JSON.stringify({ czk: '20.50' }) };

const creditOf = async (client: PageClient): Promise<unknown> => (await client.get('/api/billing')).json.creditCzk;

describe('a new person', () => {
  test('gets the credit to try the service, and sees where it comes from', async () => {
    await using service = await startService({ env: TRIAL });

    const said = await pageClient(service).get('/api/service');
    const jana = await signedUp(service, 'jana@example.com');
    const credit = await creditOf(jana);
    const { months } = (await jana.get('/api/statements')).json as { months: readonly string[] };
    const statement = await jana.get(`/api/statements/${months[0]}`);

    expect([said.json.trialCzk, credit]).toEqual(['20.5', '20.5']);
    expect(statement.json.movements).toMatchObject([{ kind: 'grant', reason: 'trial credit', czk: '20.5' }]);
  });

  test('gets none where the operator gives none', async () => {
    await using service = await startService();

    const said = await pageClient(service).get('/api/service');

    expect(said.json.trialCzk).toBeNull();
    expect(await creditOf(await signedUp(service, 'jana@example.com'))).toBe('0');
  });

  test('gets it through a provider too, and by the other way not again', async () => {
    await using provider = startProvider();
    provider.person = { sub: 'one', email: 'jana.n@gmail.com', email_verified: true };
    await using service = await startService({ env: { ...TRIAL, BOREAL_OIDC: provider.setting } });

    const client = await signedInAt(service, provider);

    expect(await creditOf(client)).toBe('20.5');
    expect(await creditOf(await signedUp(service, 'janan+work@gmail.com'))).toBe('0');
  });
});

describe('a person who has had it', () => {
  test('does not get it again with another spelling of the mailbox, and another person does', async () => {
    await using service = await startService({ env: TRIAL });
    const credits: unknown[] = [];

    for (const email of ['jana.n@gmail.com', 'janan@gmail.com', 'j.a.n.a.n+2@googlemail.com', 'janan@example.com']) {
      credits.push(await creditOf(await signedUp(service, email)));
    }

    expect(credits).toEqual(['20.5', '0', '0', '20.5']);
  });

  test.each([
    ['Outlook', ['jana@outlook.com', 'jana+2@outlook.com'], 'jana.n@outlook.com'],
    ['Hotmail', ['jana+1@hotmail.cz', 'jana+2@hotmail.cz'], 'jan@hotmail.cz'],
    ['Yahoo', ['jana@yahoo.com', 'jana-shop@yahoo.com'], 'jana.n@yahoo.com'],
    ['Fastmail', ['jana@fastmail.com', 'shop@jana.fastmail.com'], 'shop@petr.fastmail.com'],
    ['Seznam', ['jana+1@seznam.cz', 'jana+2@seznam.cz'], 'jana.n@seznam.cz'],
    ['Zoho', ['jana@zohomail.eu', 'jana+2@zohomail.eu'], 'jan@zohomail.eu'],
    ['a company', ['jana@firma.cz', 'jana+2@firma.cz'], 'petr@firma.cz'],
  ])('does not get it again with another spelling at %s, and a colleague does', async (_, spellings, colleague) => {
    await using service = await startService({ env: TRIAL });
    const credits: unknown[] = [];

    for (const email of [...spellings, colleague]) credits.push(await creditOf(await signedUp(service, email)));

    expect(credits).toEqual(['20.5', '0', '20.5']);
  });

  test('does not get it again by deleting the account and signing up once more', async () => {
    await using service = await startService({ env: TRIAL });
    const email = 'jana@example.com';
    const first = await signedUp(service, email);
    const had = await creditOf(first);
    const deleted = await first.post('/api/account/delete', { email, password: PASSWORD });

    const again = await creditOf(await signedUp(service, email));

    expect([had, deleted.json.writtenOffCzk, again]).toEqual(['20.5', '20.5', '0']);
  });

  test('does not get it twice by signing up twice at once, and the ledger is right', async () => {
    await using service = await startService({ env: TRIAL });
    const emails = ['jana.n@gmail.com', 'janan@gmail.com', 'jana.n+1@gmail.com', 'jana.n+2@gmail.com'];
    const clients = await Promise.all(emails.map((email) => signedUp(service, email)));

    const credits = await Promise.all(clients.map(creditOf));

    expect(credits.toSorted()).toEqual(['0', '0', '0', '20.5']);
    const database = openDatabase(ledgerPlace(service.config));
    try {
      expect((await audit(database, Date.now())).problems).toEqual([]);
    } finally {
      await database.close();
    }
  });
});
