/** Webhooks: addresses of the customer that are called when something happens to the account. */
import { useState } from 'react';
import type { WebhooksView } from '../../../../src/features/webhooks/contract.ts';
import { call, useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Badge, Card, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { Ago } from '../../ui/when.tsx';
import { webhooksTexts } from './texts.ts';

type Webhook = WebhooksView['webhooks'][number];
type Delivery = Webhook['deliveries'][number];

const EVENTS = [
  'balance.low',
  'limit.reached',
  'key.expiring',
  'batch.completed',
  'response.completed',
  'activity.logged',
] as const;
/** Each step of a member is one: it is chosen by those who collect them. */
const MANY = 'activity.logged';
/** Deliveries go out every few seconds. */
const REFRESH_MS = 3000;

export default function Webhooks() {
  const texts = useTexts(webhooksTexts);
  const { data, error, mutate } = useApi('GET /api/webhooks', undefined, { refreshInterval: REFRESH_MS });
  const [secret, setSecret] = useState<string>();
  const onChanged = (next: WebhooksView) => void mutate(next, { revalidate: false });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
      {data?.webhooks.length === 0 && <p className="muted">{texts.none}</p>}
      {data?.webhooks.map((webhook) => (
        <OneWebhook key={webhook.id} of={webhook} onChanged={onChanged} />
      ))}
      {data && data.webhooks.length < data.webhooksMax && (
        <Card title={texts.add}>
          <NewWebhook
            key={data.webhooks.length}
            onAdded={({ secret: shown, ...next }) => {
              onChanged(next);
              setSecret(shown);
            }}
          />
        </Card>
      )}
      {data && data.webhooks.length >= data.webhooksMax && <p className="muted">{texts.full(data.webhooksMax)}</p>}
      {secret && (
        <Dialog title={texts.secretTitle} staysOpen onClose={() => setSecret(undefined)}>
          <p>{texts.secretLead}</p>
          <div className="secret">
            <code className="any-wrap">{secret}</code>
            <CopyButton text={secret} />
          </div>
          <div className="dialog-actions">
            <button type="button" className="button primary" onClick={() => setSecret(undefined)}>
              {texts.secretSaved}
            </button>
          </div>
        </Dialog>
      )}
    </Page>
  );
}

function NewWebhook({ onAdded }: { readonly onAdded: (added: WebhooksView & { readonly secret: string }) => void }) {
  const texts = useTexts(webhooksTexts);
  const chosenIn = (values: FormData) => EVENTS.filter((event) => values.getAll('events').includes(event));
  const { form, problems, error, isBusy } = useForm({
    fields: ['url', 'events'],
    check: (values) => ({
      url: URL.canParse(textOf(values, 'url')) ? undefined : texts.urlWrong,
      events: chosenIn(values).length > 0 ? undefined : texts.eventsWrong,
    }),
    refused: { url: texts.urlRefused },
    send: async (values) => {
      const body = { url: textOf(values, 'url'), events: chosenIn(values) };
      onAdded(await call('POST /api/webhooks', { body }));
    },
  });
  return (
    <form {...form} className="stack">
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        problem={problems.url}
        name="url"
        type="url"
        autoComplete="off"
        maxLength={500}
      />
      <fieldset className="field">
        <legend>{texts.events}</legend>
        {EVENTS.map((event) => (
          <CheckField
            key={event}
            label={texts.event[event]}
            name="events"
            value={event}
            defaultChecked={event !== MANY}
          />
        ))}
        {problems.events && (
          <span className="problem" role="alert">
            {problems.events}
          </span>
        )}
      </fieldset>
      <Problem error={error} />
      <div>
        <button type="submit" className="button primary" disabled={isBusy}>
          {texts.create}
        </button>
      </div>
    </form>
  );
}

type OneWebhookProps = { readonly of: Webhook; readonly onChanged: (next: WebhooksView) => void };

function OneWebhook({ of, onChanged }: OneWebhookProps) {
  const texts = useTexts(webhooksTexts);
  const say = useNotice();
  const [isLeaving, setIsLeaving] = useState(false);
  const isDisabled = of.disabledAtMs !== null;
  const params = { id: of.id };
  const { isBusy, error, run } = useSubmit(async (what: 'test' | 'enable') => {
    onChanged(await call(`POST /api/webhooks/{id}/${what}`, { params }));
    say(what === 'test' ? texts.tested : texts.enabled);
  });
  return (
    <Card title={of.url}>
      <p>
        <Badge kind={isDisabled ? 'bad' : 'good'}>{isDisabled ? texts.disabled : texts.active}</Badge>
      </p>
      {isDisabled && <p className="muted">{texts.disabledLead}</p>}
      <ul className="plain-list">
        {of.events.map((event) => (
          <li key={event}>{texts.event[event]}</li>
        ))}
      </ul>
      <h3>{texts.deliveries}</h3>
      <Deliveries of={of.deliveries} />
      <Problem error={error} />
      <div className="row">
        <button
          type="button"
          className="button compact"
          disabled={isBusy}
          onClick={() => void run(isDisabled ? 'enable' : 'test')}
        >
          {isDisabled ? texts.enable : texts.test}
        </button>
        <button type="button" className="button compact" onClick={() => setIsLeaving(true)}>
          {texts.remove}
        </button>
      </div>
      {isLeaving && (
        <Confirm
          title={texts.removeTitle}
          action={texts.remove}
          onClose={() => setIsLeaving(false)}
          onConfirm={async () => {
            onChanged(await call('POST /api/webhooks/{id}/delete', { params }));
            say(texts.removed);
          }}
        >
          <p className="any-wrap">{texts.removeLead(of.url)}</p>
        </Confirm>
      )}
    </Card>
  );
}

function Deliveries({ of }: { readonly of: readonly Delivery[] }) {
  const texts = useTexts(webhooksTexts);
  const format = useFormat();
  if (of.length === 0) return <p className="muted">{texts.noDeliveries}</p>;
  const stateOf = ({ status, problem, arrivedAtMs, nextAtMs }: Delivery): string => {
    if (arrivedAtMs !== null) return texts.delivered(status ?? 0);
    if (problem === null) return texts.waiting;
    const failed = texts.failed(status, problem);
    return nextAtMs === null ? texts.givenUp(failed) : texts.retried(failed, format.dateTime(nextAtMs));
  };
  return (
    <ul className="plain-list">
      {of.map((delivery) => (
        <li key={`${delivery.atMs} ${delivery.type}`}>
          <Ago atMs={delivery.atMs} /> · {texts.event[delivery.type] ?? delivery.type} · {stateOf(delivery)}
        </li>
      ))}
    </ul>
  );
}
