/** Reading the configuration again while the service runs. */
import { useState } from 'react';
import type { ReloadView } from '../../../../src/features/overview/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Card } from '../../ui/page.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import { operatorServiceTexts } from './service-texts.ts';

export function ReloadCard() {
  const texts = useTexts(operatorServiceTexts).service;
  const [isAsking, setIsAsking] = useState(false);
  const [result, setResult] = useState<ReloadView>();
  return (
    <Card title={texts.reloadTitle}>
      <p className="muted">{texts.reloadLead}</p>
      <div role="status">{result && <Result of={result} />}</div>
      <div>
        <button type="button" className="button" onClick={() => setIsAsking(true)}>
          {texts.reload}
        </button>
      </div>
      {isAsking && (
        <OrderDialog
          title={texts.reload}
          text={texts.reloadText}
          send={async (order) => setResult(await call('POST /api/operator/reload', { body: order }))}
          onDone={() => {}}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Card>
  );
}

function Result({ of }: { readonly of: ReloadView }) {
  const texts = useTexts(operatorServiceTexts).service;
  if (of.ok) {
    return (
      <div className="notice good">
        <strong>{texts.reloaded}</strong>
        <span>{texts.offers(of.models.join(', '), of.engines.join(', ') || '–')}</span>
        {of.restartNeeded.length > 0 && <span>{texts.restart(of.restartNeeded.join(', '))}</span>}
      </div>
    );
  }
  return (
    <div className="notice bad">
      <strong>{texts.notReloaded}</strong>
      <span>{texts.oldStays}</span>
      <ul className="plain-list">
        {of.problems.map((problem) => (
          <li key={problem}>
            <code className="log-states">{problem}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
