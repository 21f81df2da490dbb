/** Mail domains of organisations: claimed and verified over HTTP at a whole service, with a real name server. */

import { describe, expect } from 'bun:test';
import type { Person } from '../../src/core/person.ts';
import type { DomainsView } from '../../src/features/organisations/contract.ts';
import { recordOf } from '../../src/features/organisations/mail-domain.ts';
import { checkDomains, createMailDomainService } from '../../src/features/organisations/mail-domains.ts';
import { createTxtLookup } from '../../src/features/sign-in/txt-records.ts';
import { signedUpOperator } from '../support/busy-operator.ts';
import { test } from '../support/databases.ts';
import { NOON, openStorage } from '../support/ledger-fixture.ts';
import { movableClock } from '../support/movable-clock.ts';
import { startNameServer, type TestNameServer } from '../support/name-server.ts';
import { type PageAnswer, type PageClient, signedUp } from '../support/page-client.ts';
import { startService } from '../support/service.ts';
import { testPlatform } from '../support/test-platform.ts';

const DAY_MS = 24 * 3_600_000;

const codeOf = ({ status, json }: PageAnswer) => [status, json.error?.code ?? null];
const domainsOf = ({ json }: PageAnswer) => (json as unknown as DomainsView).domains;
const settingOf = ({ address }: TestNameServer) => ({
  BOREAL_ORGANISATIONS: JSON.stringify({ dnsServers: [address] }),
});

async function claimed(client: PageClient, domain: string) {
  const answer = await client.post('/api/domains', { domain });
  expect(codeOf(answer)).toEqual([200, null]);
  return domainsOf(answer).at(-1)!;
}

describe('a mail domain', () => {
  test('is verified by its record, belongs to one organisation, and is free again when that removes it', async () => {
    await using names = await startNameServer();
    await using service = await startService({ env: settingOf(names) });
    const anna = await signedUp(service, 'anna@example.com');
    const ben = await signedUp(service, 'ben@example.com');
    const annas = await claimed(anna, ' Firma.Example ');
    const bens = await claimed(ben, 'firma.example');

    const early = await anna.post(`/api/domains/${annas.id}/check`);
    names.records.set(annas.record.name, ['v=spf1 -all', annas.record.value]);
    const later = await anna.post(`/api/domains/${annas.id}/check`);
    const others = await ben.post(`/api/domains/${bens.id}/check`);
    names.records.set(annas.record.name, [annas.record.value, bens.record.value]);
    const taken = await ben.post(`/api/domains/${bens.id}/check`);
    await anna.post(`/api/domains/${annas.id}/delete`);
    const free = await ben.post(`/api/domains/${bens.id}/check`);

    expect(annas).toMatchObject({ domain: 'firma.example', verifiedAtMs: null });
    expect(annas.record.name).toBe('_boreal.firma.example');
    expect(annas.record.value).toMatch(/^boreal-domain-verification=[\w-]{20,}$/);
    expect(annas.record.value).not.toBe(bens.record.value);
    expect([early, others, taken].map(codeOf)).toEqual([
      [400, 'domain_record_missing'],
      [400, 'domain_record_missing'],
      [400, 'domain_taken'],
    ]);
    expect(domainsOf(later)).toMatchObject([{ verifiedAtMs: expect.any(Number), missingSinceMs: null }]);
    expect(domainsOf(free)).toMatchObject([{ verifiedAtMs: expect.any(Number) }]);
  });

  test('that was sold goes to its new owner when the old record is gone, and not while a name server is silent', async () => {
    await using names = await startNameServer();
    await using service = await startService({ env: settingOf(names) });
    const anna = await signedUp(service, 'anna@example.com');
    const ben = await signedUp(service, 'ben@example.com');
    const annas = await claimed(anna, 'firma.example');
    names.records.set(annas.record.name, [annas.record.value]);
    await anna.post(`/api/domains/${annas.id}/check`);
    const bens = await claimed(ben, 'firma.example');

    names.records.set(bens.record.name, [bens.record.value]);
    names.mode = 'fails';
    const silent = await ben.post(`/api/domains/${bens.id}/check`);
    names.mode = 'answers';
    const answer = await ben.post(`/api/domains/${bens.id}/check`);

    expect(codeOf(silent)).toEqual([400, 'domain_record_missing']);
    expect(domainsOf(answer)).toMatchObject([{ verifiedAtMs: expect.any(Number) }]);
    expect(domainsOf(await anna.get('/api/domains'))).toMatchObject([{ verifiedAtMs: null }]);
  });

  test('of a public provider is refused, and so is what is no domain', async () => {
    await using service = await startService();
    const anna = await signedUp(service, 'anna@example.com');
    const tried = async (domain: string) => codeOf(await anna.post('/api/domains', { domain }));

    for (const domain of ['gmail.com', 'SEZNAM.cz'])
      expect([domain, await tried(domain)]).toEqual([domain, [400, 'domain_public']]);
    const none = [
      'localhost',
      '192.0.2.1',
      'firma.example/path',
      'a@firma.example',
      '-firma.example',
      'firma..example',
      '',
    ];
    for (const domain of none) expect([domain, await tried(domain)]).toEqual([domain, [400, null]]);
  });

  test('is written as DNS has it, claimed once, and one of ten at most', async () => {
    await using service = await startService();
    const anna = await signedUp(service, 'anna@example.com');

    const first = await claimed(anna, 'Žluťoučký.example');
    const twice = await anna.post('/api/domains', { domain: first.domain });
    for (let i = 1; i < 10; i++) await claimed(anna, `firma-${i}.example`);
    const eleventh = await anna.post('/api/domains', { domain: 'firma-10.example' });

    expect(first.domain).toMatch(/^xn--[a-z0-9-]+\.example$/);
    expect([twice, eleventh].map(codeOf)).toEqual([
      [400, null],
      [400, null],
    ]);
  });

  test('is in the log of actions and in the export, and gone with the account', async () => {
    await using names = await startNameServer();
    await using service = await startService({ env: settingOf(names) });
    const olga = await signedUpOperator(service);
    const anna = await signedUp(service, 'anna@example.com');
    const { id, record } = await claimed(anna, 'firma.example');
    names.records.set(record.name, [record.value]);
    await anna.post(`/api/domains/${id}/check`);
    const other = await claimed(anna, 'other.example');
    await anna.post(`/api/domains/${other.id}/delete`);

    const { actions } = (await olga.get('/api/operator/actions')).json as unknown as {
      actions: readonly { kind: string; actor: string; after: object }[];
    };
    const exported = (await anna.get('/api/account/export')).json;
    const deleted = await anna.post('/api/account/delete', {
      email: 'anna@example.com',
      password: 'correct horse battery',
    });

    expect(actions.filter(({ actor }) => actor === 'anna@example.com').map(({ kind }) => kind)).toEqual([
      'remove-domain',
      'claim-domain',
      'verify-domain',
      'claim-domain',
    ]);
    expect(actions.find(({ kind }) => kind === 'verify-domain')?.after).toEqual({
      domain: 'firma.example',
      isVerified: true,
    });
    expect(exported.mailDomains).toMatchObject([{ domain: 'firma.example', verifiedAtMs: expect.any(Number) }]);
    expect(deleted.status).toBe(200);
    expect(await service.stores.mailDomains.verified('firma.example')).toBeUndefined();
  });

  test('that loses its record stays verified for seven days, and a silent name server changes nothing', async () => {
    await using names = await startNameServer();
    await using storage = await openStorage();
    const { stores } = storage;
    await stores.accounts.create({ id: 'acc_anna', email: 'anna@example.com', status: 'active', createdAtMs: NOON });
    const clock = movableClock(NOON);
    const platform = testPlatform(stores, { clock });
    const { mailDomains } = stores;
    const lookup = createTxtLookup([names.address]);
    const service = createMailDomainService(platform, { mailDomains, lookup, checkIssuer: async (issuer) => issuer });
    const anna = { accountId: 'acc_anna', email: 'anna@example.com' } as Person;
    await service.claim(anna, 'firma.example');
    const [claim] = await service.list('acc_anna');
    const { name, value } = recordOf(claim!);
    names.records.set(name, [value]);
    await service.check(anna, claim!.id);
    const dayAfter = async (mode: 'answers' | 'fails' = 'answers') => {
      clock.pass(DAY_MS + 1);
      names.mode = mode;
      const lapsed = await checkDomains(platform, { mailDomains, lookup });
      const [now] = await service.list('acc_anna');
      return [lapsed, now!.verifiedAtMs !== null, now!.missingSinceMs !== null];
    };

    const there = await dayAfter();
    const silent = await dayAfter('fails');
    names.records.delete(name);
    const gone = [];
    for (let day = 0; day < 8; day++) gone.push(await dayAfter(day === 3 ? 'fails' : 'answers'));

    expect([there, silent]).toEqual([
      [0, true, false],
      [0, true, false],
    ]);
    expect(gone.slice(0, 7)).toEqual(Array(7).fill([0, true, true]));
    expect(gone[7]).toEqual([1, false, true]);
    expect((await stores.actionLog.actions({ rowsMax: 1 }))[0]).toMatchObject({
      kind: 'lapse-domain',
      actor: 'service',
    });
  });
});
