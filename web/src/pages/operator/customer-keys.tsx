import type { KeyView } from '../../../../src/wire/settings-api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { Badge, Card } from '../../ui/page.tsx';

type CustomerKeysProps = { readonly keys: readonly KeyView[]; readonly onRevoke: (key: KeyView) => void };

/** The keys of a customer, with what each has spent. */
export function CustomerKeys({ keys, onRevoke }: CustomerKeysProps) {
  const texts = useTexts(operatorTexts);
  const format = useFormat();
  return (
    <Card title={texts.keys}>
      {keys.length === 0 && <p className="muted">{texts.noKeys}</p>}
      {keys.length > 0 && (
        <table className="card-table">
          <thead>
            <tr>
              <th scope="col">{texts.keyName}</th>
              <th scope="col">{texts.keyState}</th>
              <th scope="col" className="number">
                {texts.spentMonth}
              </th>
              <th scope="col" className="number">
                {texts.spentAll}
              </th>
              <th scope="col">{texts.lastUsed}</th>
              <th scope="col">
                <span className="visually-hidden">{texts.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key.id}>
                <td className="lead-cell name-cell">
                  <span>
                    {key.name} {key.hint && <code>…{key.hint}</code>}
                  </span>
                </td>
                <td data-label={texts.keyState}>
                  <KeyBadge of={key} />
                </td>
                <td data-label={texts.spentMonth} className="number">
                  {format.czk(key.spentMonthCzk)}
                </td>
                <td data-label={texts.spentAll} className="number">
                  {format.czk(key.spentCzk)}
                </td>
                <td data-label={texts.lastUsed}>{key.lastUsedAtMs ? format.ago(key.lastUsedAtMs) : texts.never}</td>
                <td className="number">
                  {key.revokedAtMs === null && key.kind === 'api' && (
                    <button
                      type="button"
                      className="button compact danger"
                      aria-label={`${texts.revoke}: ${key.name}`}
                      onClick={() => onRevoke(key)}
                    >
                      {texts.revoke}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function KeyBadge({ of }: { readonly of: KeyView }) {
  const texts = useTexts(operatorTexts);
  if (of.revokedAtMs !== null) return <Badge>{texts.revoked}</Badge>;
  if (of.expiresAtMs !== null && of.expiresAtMs <= Date.now()) return <Badge>{texts.expired}</Badge>;
  return <Badge kind="good">{texts.usable}</Badge>;
}
