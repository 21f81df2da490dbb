import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { BUYER, EU_BUYER } from '../../../test/support/known-buyers.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';

let service: SettingsService;
beforeAll(async () => {
  service = await startSettings();
});
afterAll(() => service[Symbol.asyncDispose]());

const save = (changes: object) => service.anna.ask('PATCH /api/buyer', { body: { ...BUYER, ...changes } });
const kept = async () => (await service.anna.ask('GET /api/buyer')).body.buyer;

describe('billing details', () => {
  test('are asked once and kept, with numbers as they are printed', async () => {
    await save({ companyId: ' 123 456 79 ', vatId: 'cz 123-45679', name: '  Ledovec s.r.o. ' });

    expect(await kept()).toEqual(BUYER);
    expect((await service.ben.ask('GET /api/buyer')).body.buyer).toBeNull();
  });

  test('of a company elsewhere in the EU have a VAT id in the form of its country', async () => {
    await save(EU_BUYER);

    expect(await kept()).toEqual(EU_BUYER);
  });

  test.each([
    ['an IČO with a wrong digit', { companyId: '12345678' }, 'companyId'],
    ['a DIČ with a wrong digit', { vatId: 'CZ12345678' }, 'vatId'],
    ['a VAT id of another country', { vatId: 'DE123456789' }, 'vatId'],
    ['a VAT id without its country', { vatId: '12345679' }, 'vatId'],
    ['no name', { name: ' ' }, 'name'],
    ['no town', { city: '' }, 'city'],
    ['a country that is none', { country: 'XX' }, 'country'],
    ['a name without end', { name: 'x'.repeat(101) }, 'name'],
    ['a field that there is not', { iban: 'CZ65' }, null],
  ])('are refused with %s, and stay what they were', async (_, changes, param) => {
    await save({});

    const { status, error } = await save(changes);

    expect([status, error?.param]).toEqual([400, param]);
    expect(await kept()).toEqual(BUYER);
  });

  test('that are all empty are forgotten', async () => {
    await save({});
    const empty = { name: '', street: '', city: '', postalCode: '', companyId: '', vatId: '' };

    expect((await save(empty)).body.buyer).toBeNull();
    expect(await kept()).toBeNull();
  });
});
