/** Mail domains that the organisation claims, each with the record that proves it. */
import { useRef, useState } from 'react';
import type { DomainsView, DomainView } from '../../../../src/features/organisations/contract.ts';
import { call, useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Badge, Folded } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { Copied } from './copied.tsx';
import { domainTexts } from './domain-texts.ts';
import { Provider } from './provider.tsx';

export default function Domains() {
  const texts = useTexts(domainTexts);
  const { data, error, mutate } = useApi('GET /api/domains');
  const onDomains = (next: DomainsView) => void mutate(next, { revalidate: false });
  return (
    <Folded title={texts.title} isOpen={error !== undefined || !!data?.domains.length}>
      <p className="muted">{texts.lead}</p>
      <Problem error={error} retry={() => void mutate()} />
      {data?.domains.map((one) => (
        <OneDomain key={one.id} domain={one} onDomains={onDomains} />
      ))}
      {data && data.domains.length < data.domainsMax && <ClaimForm onDomains={onDomains} />}
      {data && data.domains.length >= data.domainsMax && <p className="muted">{texts.full(data.domainsMax)}</p>}
    </Folded>
  );
}

export type OnDomains = { readonly onDomains: (next: DomainsView) => void };

function ClaimForm({ onDomains }: OnDomains) {
  const texts = useTexts(domainTexts);
  const say = useNotice();
  const field = useRef<HTMLInputElement>(null);
  const { form, problems, error, isBusy } = useForm({
    fields: ['domain'],
    check: (values) => ({ domain: textOf(values, 'domain') ? undefined : texts.missing }),
    refused: { domain: texts.refused },
    send: async (values) => {
      const domain = textOf(values, 'domain');
      onDomains(await call('POST /api/domains', { body: { domain } }));
      if (field.current) field.current.value = '';
      say(texts.claimed(domain));
    },
  });
  return (
    <form {...form} className="stack">
      <div className="with-button">
        <TextField
          ref={field}
          label={texts.domain}
          hint={texts.hint}
          problem={problems.domain}
          name="domain"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={253}
        />
        <button type="submit" className="button" disabled={isBusy}>
          {texts.claim}
        </button>
      </div>
      <Problem error={error} />
    </form>
  );
}

function OneDomain({ domain: one, onDomains }: OnDomains & { readonly domain: DomainView }) {
  const texts = useTexts(domainTexts);
  const format = useFormat();
  const say = useNotice();
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, domain, verifiedAtMs, missingSinceMs } = one;
  const isVerified = verifiedAtMs !== null;
  const { error, isBusy, run } = useSubmit(async () => {
    onDomains(await call('POST /api/domains/{id}/check', { params: { id } }));
    say(texts.checked(domain));
  });
  const remove = async () => {
    onDomains(await call('POST /api/domains/{id}/delete', { params: { id } }));
    say(texts.removed(domain));
  };
  return (
    <section className="stack" aria-label={domain}>
      <h3>
        {domain} <Badge kind={isVerified ? 'good' : 'warn'}>{isVerified ? texts.verified : texts.open}</Badge>
      </h3>
      {isVerified && <p className="muted small">{texts.since(format.date(verifiedAtMs))}</p>}
      {isVerified && missingSinceMs !== null && (
        <div className="notice warn">{texts.lost(format.date(missingSinceMs))}</div>
      )}
      {(!isVerified || missingSinceMs !== null) && <DnsRecord record={one.record} />}
      <Problem error={error} />
      <div className="row">
        <button
          type="button"
          className={isVerified ? 'button compact' : 'button primary compact'}
          disabled={isBusy}
          aria-label={texts.about(texts.check, domain)}
          onClick={() => void run()}
        >
          {texts.check}
        </button>
        <button
          type="button"
          className="button compact"
          aria-label={texts.about(texts.remove, domain)}
          onClick={() => setIsRemoving(true)}
        >
          {texts.remove}
        </button>
      </div>
      {isRemoving && (
        <Confirm
          title={texts.removeTitle(domain)}
          action={texts.remove}
          onConfirm={remove}
          onClose={() => setIsRemoving(false)}
        >
          <p>{texts.removeLead}</p>
          {one.provider && <p>{texts.provider.endsToo}</p>}
        </Confirm>
      )}
      {(isVerified || one.provider) && <Provider domain={one} onDomains={onDomains} />}
    </section>
  );
}

function DnsRecord({ record: { name, value } }: Pick<DomainView, 'record'>) {
  const texts = useTexts(domainTexts);
  return (
    <>
      <p>{texts.addRecord}</p>
      <Copied label={texts.recordName} text={name} />
      <Copied label={texts.recordValue} text={value} />
    </>
  );
}
