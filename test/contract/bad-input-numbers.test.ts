/** Every number of a chat request, with every value it may not have and those on the border that it may. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { TestService } from '../support/service.ts';
import {
  CHAT,
  chatWith,
  chatWithout,
  expectRefused,
  INVALID,
  INVALID_BODY,
  startOpenService,
} from './bad-input.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOpenService();
});
afterAll(() => service.stop());

/** Written as they are on the wire: some of these numbers do not survive being read. */
const NUMBERS = ['-1', '0', '1.5', '"1"', '1e308', '9007199254740992', '18446744073686646784', 'true', '[]', '{}'];
const NO_NUMBERS = ['NaN', 'Infinity', '-Infinity', '01', '+1', '.5', '1.', '0x10', '1_000', "'1'", 'undefined'];

type NumberField = {
  readonly name: string;
  readonly accepted: readonly string[];
  readonly allowed: RegExp;
  /** Where the value is, if it is not the field itself. */
  readonly write?: (literal: string) => string;
  readonly param?: string;
};

const WHOLE = /whole number|a number|at least 1\b|at most/;
const NUMBER_FIELDS: readonly NumberField[] = [
  { name: 'max_tokens', accepted: ['-1'], allowed: WHOLE, write: (literal) => chatWithout('max_tokens', literal) },
  { name: 'temperature', accepted: ['0', '1.5', '2'], allowed: /a number|at least 0\b|at most 2\b/ },
  { name: 'top_p', accepted: ['0', '1'], allowed: /a number|at least 0\b|at most 1\b/ },
  { name: 'n', accepted: ['1'], allowed: /a (?:whole )?number|at (?:least 1|most 4|most 9007199254740991)\b/ },
  {
    name: 'seed',
    accepted: ['-1', '0', '9007199254740991'],
    allowed: /whole number|a number|at most 9007199254740991/,
  },
  { name: 'presence_penalty', accepted: ['-1', '0', '1.5', '-2', '2'], allowed: /a number|at most 2\b/ },
  { name: 'frequency_penalty', accepted: ['-1', '0', '1.5', '-2', '2'], allowed: /a number|at most 2\b/ },
  {
    name: 'top_logprobs',
    accepted: ['0', '20'],
    allowed: /whole number|a number|at least 0\b|at most (20|9007199254740991)\b/,
    write: (literal) => chatWith('logprobs', `true,"top_logprobs":${literal}`),
  },
  {
    name: 'logit_bias',
    accepted: ['-1', '0', '1.5', '-100', '100'],
    allowed: /a number|at most 100\b/,
    write: (literal) => chatWith('logit_bias', `{"42":${literal}}`),
    param: 'logit_bias.42',
  },
];

describe.each(NUMBER_FIELDS)(
  '$name',
  ({ name, accepted, allowed, write = (literal) => chatWith(name, literal), param = name }) => {
    const refused = NUMBERS.filter((literal) => !accepted.includes(literal));

    test.each(refused)(`${name} may not be %s`, async (literal) => {
      await expectRefused(service, () => service.post(write(literal)), { ...INVALID, param, message: allowed });
    });

    test.each(NO_NUMBERS)(`${name} may not be written %s, which is not JSON`, async (literal) => {
      await expectRefused(service, () => service.post(write(literal)), { ...INVALID_BODY, message: /not valid JSON/ });
    });

    test.each([...accepted, 'null'].filter((literal) => literal !== 'null' || param === name))(
      `${name} may be %s`,
      async (literal) => {
        const response = await service.post(write(literal));

        expect(await response.json()).toMatchObject({ object: 'chat.completion' });
        expect(response.status).toBe(200);
      },
    );
  },
);

describe('max_completion_tokens', () => {
  const write = (literal: string) => `${chatWithout('max_tokens').slice(0, -1)},"max_completion_tokens":${literal}}`;

  test.each(['-2', '0', '1.5', '"1"', '1e308', '9007199254740992', 'true', '[]', '{}'])(
    'may not be %s',
    async (literal) => {
      const expected = { ...INVALID, param: 'max_completion_tokens', message: WHOLE };
      await expectRefused(service, () => service.post(write(literal)), expected);
    },
  );

  test.each(['-1', '1', '8192', 'null'])('may be %s', async (literal) => {
    expect((await service.post(write(literal))).status).toBe(200);
  });

  test('is named when it is above the maximum of the model', async () => {
    const expected = { ...INVALID, param: 'max_tokens', message: /max_completion_tokens.* at most 8192 tokens/ };
    await expectRefused(service, () => service.post(write('8193')), expected);
  });
});

test.each([
  ['svc-frost', 8192],
  ['svc-glacier', 8192],
  ['svc-polaris', 32_000],
] as const)('%s returns up to %d tokens; one more is refused with the maximum', async (model, maximum) => {
  const most = await service.post({ ...CHAT, model, max_tokens: maximum });
  const expected = { ...INVALID, param: 'max_tokens', message: new RegExp(`at most ${maximum} tokens`) };

  expect(most.status).toBe(200);
  await expectRefused(service, () => service.post({ ...CHAT, model, max_tokens: maximum + 1 }), expected);
});

test.each([-0.01, 2.01, -1, 3])(
  'temperature %d is refused on a reasoning model too, although it would be ignored',
  async (temperature) => {
    const expected = { ...INVALID, param: 'temperature', message: /at least 0|at most 2/ };
    await expectRefused(service, () => service.post({ ...CHAT, model: 'svc-polaris', temperature }), expected);
  },
);
