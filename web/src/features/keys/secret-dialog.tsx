/** A secret, this once, with everything that is needed to try it. */
import { useState } from 'react';
import type { KeyView, NewKeyView } from '../../../../src/features/keys/contract.ts';
import { useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { SNIPPET_CHOICES, SNIPPETS, type SnippetLanguage } from '../../snippets.ts';
import { CodeBlock, SecretBox, ShownOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Skeleton } from '../../ui/page.tsx';
import { keysTexts } from './texts.ts';

export type Replaced = { readonly key: KeyView; readonly untilMs: number | null };

type SecretDialogProps = {
  readonly made: NewKeyView;
  /** The key that this one takes the place of. */
  readonly replaced?: Replaced | undefined;
  readonly onClose: () => void;
};

export function SecretDialog({ made, replaced, onClose }: SecretDialogProps) {
  const texts = useTexts(keysTexts).secret;
  const format = useFormat();
  return (
    <Dialog title={replaced ? texts.rotatedTitle : texts.createdTitle} onClose={onClose} staysOpen>
      <div className="stack">
        <p className="muted">{made.key.name}</p>
        <ShownOnce secret={made.secret} texts={{ ...texts, label: texts.key }} />
        {replaced && (
          <p>
            {replaced.untilMs === null
              ? texts.oldEnded(replaced.key.hint)
              : texts.oldUntil(replaced.key.hint, format.dateTime(replaced.untilMs))}
          </p>
        )}
        <TryIt made={made} />
      </div>
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={onClose}>
          {texts.done}
        </button>
      </div>
    </Dialog>
  );
}

function TryIt({ made }: { readonly made: NewKeyView }) {
  const texts = useTexts(keysTexts).secret;
  const { data: service } = useApi('GET /api/service');
  const { data: models } = useApi('GET /api/models');
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  if (!service || !models) return <Skeleton lines={6} />;
  const { allowedModels } = made.key;
  const isDefaultAllowed = allowedModels.length === 0 || allowedModels.includes(models.defaultModel);
  const model = (isDefaultAllowed ? models.defaultModel : allowedModels[0]!) || 'MODEL';
  const { name, write, language: highlighting } = SNIPPETS[language];
  return (
    <>
      <div className="field">
        <span className="label">{texts.address}</span>
        <SecretBox secret={service.baseUrl} />
      </div>
      <div className="stack tight">
        <div className="row spread">
          <h3>{texts.tryIt}</h3>
          <Choice label={texts.language} value={language} options={SNIPPET_CHOICES} onChange={setLanguage} />
        </div>
        <CodeBlock
          text={write({ baseUrl: service.baseUrl, model, key: made.secret })}
          label={texts.snippet(name)}
          language={highlighting}
        />
      </div>
    </>
  );
}
