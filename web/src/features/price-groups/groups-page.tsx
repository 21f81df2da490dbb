/** Price groups: what their members pay now, before and later, and who they are. */
import { useState } from 'react';
import { Link } from 'wouter';
import type {
  GroupVersionView,
  PriceGroupsView,
  PriceGroupView,
} from '../../../../src/features/price-groups/contract.ts';
import { useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { useServiceWords } from '../../service-words.ts';
import { Address } from '../../ui/address.tsx';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { FromFile, FromFileHint } from '../../ui/from-file.tsx';
import { Badge, Card, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { GroupDialog } from './group-dialogs.tsx';
import { priceGroupTexts } from './texts.ts';

export default function PriceGroupsPage() {
  const texts = useTexts(priceGroupTexts);
  const [dialog, setDialog] = useState<{ readonly group?: PriceGroupView }>();
  const { data, error, mutate } = useApi('GET /api/operator/price-groups');
  const keep = (changed: PriceGroupsView) => void mutate(changed, false);
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        data && (
          <button type="button" className="button primary" onClick={() => setDialog({})}>
            {texts.add}
          </button>
        )
      }
    >
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && (
        <Card>
          <Skeleton lines={10} />
        </Card>
      )}
      {data?.groups.some(({ isFromFile }) => isFromFile) && <FromFileHint />}
      {data?.groups.length === 0 && (
        <Card>
          <p className="muted">{texts.empty}</p>
        </Card>
      )}
      {data?.groups.map((group) => (
        <GroupCard key={group.id} group={group} onChange={() => setDialog({ group })} />
      ))}
      {data && dialog && (
        <GroupDialog of={data} group={dialog.group} onPublished={keep} onClose={() => setDialog(undefined)} />
      )}
    </Page>
  );
}

function GroupCard({ group, onChange }: { readonly group: PriceGroupView; readonly onChange: () => void }) {
  const texts = useTexts(priceGroupTexts);
  const action = group.isFromFile ? (
    <FromFile />
  ) : (
    <button type="button" className="button compact" aria-label={texts.changeFor(group.name)} onClick={onChange}>
      {texts.change}
    </button>
  );
  return (
    <Card title={group.name} actions={action}>
      <CardTable columns={useColumns()} rows={group.versions} keyOf={({ id }) => id} />
      <Members group={group} />
    </Card>
  );
}

const KINDS = { now: 'good', planned: 'warn', past: 'plain' } as const;
const TYPES = ['input', 'cachedInput', 'output', 'reasoning', 'cacheWrite5m', 'cacheWrite1h'] as const;

function useColumns(): readonly Column<GroupVersionView>[] {
  const texts = useTexts(priceGroupTexts);
  const words = useServiceWords();
  const format = useFormat();
  const pricesOf = (prices: GroupVersionView['models'][string]) =>
    TYPES.flatMap((type) =>
      prices[type] === undefined ? [] : [`${texts.types[type]} ${format.exactCzk(prices[type])}`],
    );
  const ownOf = ({ models }: GroupVersionView) =>
    Object.entries(models).map(([model, prices]) => texts.ownText(model, pricesOf(prices).join(', ')));
  return [
    { label: texts.version, cell: ({ id }) => id },
    { label: texts.state, cell: ({ state }) => <Badge kind={KINDS[state]}>{texts.states[state]}</Badge> },
    { label: texts.percent, kind: 'number', cell: ({ percent }) => `${format.count(Number(percent))} %` },
    { label: texts.own, kind: 'words', cell: (version) => ownOf(version).join('; ') || texts.noOwn },
    { label: texts.from, cell: ({ fromMs }) => format.dateTime(fromMs) },
    { label: texts.by, kind: 'name', cell: ({ actor }) => <Address email={words.actor(actor)} /> },
  ];
}

/** Read when it is opened: there may be many. */
function Members({ group: { id, members } }: { readonly group: PriceGroupView }) {
  const texts = useTexts(priceGroupTexts);
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{texts.members(format.count(members))}</summary>
      {isOpen && <MemberList id={id} />}
    </details>
  );
}

function MemberList({ id }: { readonly id: string }) {
  const texts = useTexts(priceGroupTexts);
  const format = useFormat();
  const { data, error, mutate } = useApi('GET /api/operator/price-groups/{id}/members', { params: { id } });
  if (!data) return error ? <Problem error={error} retry={() => void mutate()} /> : <Skeleton lines={3} />;
  const lines = [
    ...data.members.map((one) => ({ ...one, when: texts.since(format.dateTime(one.fromMs)) })),
    ...data.planned.map((one) => ({ ...one, when: texts.planned(format.dateTime(one.fromMs)) })),
  ];
  if (lines.length === 0) return <p className="muted">{texts.noMembers}</p>;
  return (
    <ul className="plain-list">
      {lines.map(({ accountId, email, when }) => (
        <li key={`${accountId} ${when}`}>
          <Link href={`/operator/customers/${accountId}`}>{email}</Link> {when}
        </li>
      ))}
    </ul>
  );
}
