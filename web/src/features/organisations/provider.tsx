/** Where colleagues with an address of a domain sign in. The owner sets it; admins see it. */
import { useState } from 'react';
import type { DomainsView, DomainView } from '../../../../src/features/organisations/contract.ts';
import { useMay } from '../../acting.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Confirm, Dialog, FormActions } from '../../ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Badge } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { Copied } from './copied.tsx';
import { domainTexts } from './domain-texts.ts';
import { GIVEN_ROLES, RoleOptions } from './role-options.tsx';
import { teamTexts } from './texts.ts';

type ProviderProps = { readonly domain: DomainView; readonly onDomains: (next: DomainsView) => void };

export function Provider({ domain: one, onDomains }: ProviderProps) {
  const texts = useTexts(domainTexts).provider;
  const { roles } = useTexts(teamTexts);
  const maySet = useMay()('set-provider');
  const { provider } = one;
  if (!provider && !maySet) return null;
  return (
    <>
      <h4>
        {texts.title}{' '}
        {provider && (
          <Badge kind={provider.isEnabled ? 'good' : 'warn'}>{provider.isEnabled ? texts.on : texts.off}</Badge>
        )}{' '}
        {provider?.isRequired && <Badge>{texts.required}</Badge>}
      </h4>
      <p className="muted small any-wrap">
        {provider ? texts.summary(provider.issuer, roles[provider.role]) : texts.lead}
      </p>
      {one.verifiedAtMs === null && <div className="notice warn">{texts.waits}</div>}
      {maySet && <Actions domain={one} onDomains={onDomains} />}
    </>
  );
}

function Actions({ domain: one, onDomains }: ProviderProps) {
  const { about, provider: texts } = useTexts(domainTexts);
  const say = useNotice();
  const [open, setOpen] = useState<'form' | 'removal'>();
  const { id, domain, provider, verifiedAtMs } = one;
  const { error, isBusy, run } = useSubmit(async ({ setAtMs: _set, ...kept }: NonNullable<typeof provider>) => {
    const isEnabled = !kept.isEnabled;
    onDomains(await call('PATCH /api/domains/{id}/provider', { params: { id }, body: { ...kept, isEnabled } }));
    say(isEnabled ? texts.enabled(domain) : texts.disabled(domain));
  });
  const remove = async () => {
    onDomains(await call('POST /api/domains/{id}/provider/delete', { params: { id } }));
    say(texts.removed(domain));
  };
  const close = () => setOpen(undefined);
  const button = (action: string, onClick: () => void) => (
    <button
      type="button"
      className="button compact"
      disabled={isBusy}
      aria-label={about(action, domain)}
      onClick={onClick}
    >
      {action}
    </button>
  );
  return (
    <>
      <Problem error={error} />
      <div className="row">
        {verifiedAtMs !== null && button(provider ? texts.change : texts.setUp, () => setOpen('form'))}
        {verifiedAtMs !== null &&
          provider &&
          button(provider.isEnabled ? texts.disable : texts.enable, () => void run(provider))}
        {provider && button(texts.remove, () => setOpen('removal'))}
      </div>
      {open === 'form' && <ProviderForm domain={one} onDomains={onDomains} onClose={close} />}
      {open === 'removal' && (
        <Confirm title={texts.removeTitle(domain)} action={texts.remove} onConfirm={remove} onClose={close}>
          <p>{texts.removeLead}</p>
        </Confirm>
      )}
    </>
  );
}

type FormProps = ProviderProps & { readonly onClose: () => void };

function useProviderForm({ domain: one, onDomains, onClose }: FormProps) {
  const texts = useTexts(domainTexts).provider;
  const say = useNotice();
  const { id, domain, provider } = one;
  return useForm({
    fields: ['issuer', 'clientId', 'clientSecret', 'role'],
    check: (values) => ({
      issuer: isWebAddress(textOf(values, 'issuer')) ? undefined : texts.issuerWrong,
      clientId: textOf(values, 'clientId') ? undefined : texts.clientIdMissing,
      clientSecret:
        textOf(values, 'clientSecret') || provider?.issuer === textOf(values, 'issuer')
          ? undefined
          : texts.secretMissing,
    }),
    refused: { issuer: texts.issuerWrong, clientSecret: texts.secretMissing },
    send: async (values) => {
      const clientSecret = textOf(values, 'clientSecret');
      const body = {
        issuer: textOf(values, 'issuer'),
        clientId: textOf(values, 'clientId'),
        ...(clientSecret && { clientSecret }),
        role: GIVEN_ROLES.find((role) => role === textOf(values, 'role')) ?? 'viewer',
        isRequired: values.has('isRequired'),
        isEnabled: provider?.isEnabled ?? true,
      };
      onDomains(await call('PATCH /api/domains/{id}/provider', { params: { id }, body }));
      say(texts.saved(domain));
      onClose();
    },
  });
}

function ProviderForm(props: FormProps) {
  const { domain: one, onClose } = props;
  const texts = useTexts(domainTexts).provider;
  const { provider } = one;
  const { form, problems, error, isBusy } = useProviderForm(props);
  const typed = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };
  return (
    <Dialog title={texts.dialogTitle(one.domain)} onClose={onClose}>
      <form {...form} className="stack">
        <p>{texts.register}</p>
        <Copied label={texts.callback} text={one.callbackUrl} />
        <TextField
          label={texts.issuer}
          hint={texts.issuerHint}
          problem={problems.issuer}
          name="issuer"
          type="url"
          maxLength={500}
          defaultValue={provider?.issuer}
          {...typed}
        />
        <TextField
          label={texts.clientId}
          problem={problems.clientId}
          name="clientId"
          maxLength={300}
          defaultValue={provider?.clientId}
          {...typed}
        />
        <TextField
          label={texts.secret}
          hint={provider && texts.secretKept}
          problem={problems.clientSecret}
          name="clientSecret"
          type="password"
          maxLength={1000}
          {...typed}
          autoComplete="new-password"
        />
        <SelectField
          label={texts.role}
          problem={problems.role}
          name="role"
          defaultValue={provider?.role ?? 'developer'}
        >
          <RoleOptions />
        </SelectField>
        <CheckField label={texts.require} name="isRequired" defaultChecked={provider?.isRequired ?? false} />
        <Problem error={error} />
        <FormActions action={texts.save} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** An issuer as the server takes it. Private addresses it refuses itself. */
function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return false;
  return ![url.username, url.password, url.search, url.hash].some(Boolean);
}
