/** E-mails to operators, from what has happened to the mail server: in the language of the operator. */
import { expect, test } from 'bun:test';
import { signedUpOperator } from '../support/busy-operator.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startService, until } from '../support/service.ts';

const ALERTS = 'alerts@example.com';

test('an address that belongs to no operator gets notices in the language of the first one', async () => {
  await using mail = await startMailServer();
  const env = { BOREAL_SMTP: mail.setting, BOREAL_NOTICES: JSON.stringify({ email: ALERTS }) };
  await using service = await startService({ env });
  const operator = await signedUpOperator(service);
  await operator.patch('/api/me', { language: 'cs' });

  const { status } = await operator.post('/api/operator/tokens', { name: 'Report', scopes: ['prices:read'] });

  expect(status).toBe(200);
  const told = () => mail.emails.find(({ to }) => to.includes(ALERTS))?.text;
  await until('the operator has the e-mail', () => told() !== undefined);
  expect(told()).toContain('vytvořil(a) operator@example.com: „Report“');
}, 240_000);
