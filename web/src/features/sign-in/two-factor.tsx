/** The second factor: turning it on and off, and new backup codes. */
import { useState } from 'react';
import type { MeView } from '../../../../src/features/sign-in/contract.ts';
import { disableTwoFactor, enableTwoFactor, newBackupCodes } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Badge, Card } from '../../ui/page.tsx';
import { accountTexts } from './account-texts.ts';
import { BackupCodes, ProofDialog, ScanDialog } from './two-factor-dialogs.tsx';

type Step =
  | { readonly kind: 'enable' | 'disable' | 'codes' }
  | { readonly kind: 'scan'; readonly uri: string; readonly codes: readonly string[] }
  | { readonly kind: 'keep'; readonly codes: readonly string[] };

type TwoFactorProps = { readonly me: MeView; readonly onChanged: () => void };

export function TwoFactor({ me, onChanged }: TwoFactorProps) {
  const texts = useTexts(accountTexts).twoFactor;
  const [step, setStep] = useState<Step>();
  return (
    <Card
      title={texts.title}
      actions={<Badge kind={me.hasTwoFactor ? 'good' : 'plain'}>{me.hasTwoFactor ? texts.on : texts.off}</Badge>}
    >
      <p className="muted">{texts.lead}</p>
      <div className="row">
        {me.hasTwoFactor ? (
          <>
            <button type="button" className="button" onClick={() => setStep({ kind: 'codes' })}>
              {texts.newCodes}
            </button>
            <button type="button" className="button danger" onClick={() => setStep({ kind: 'disable' })}>
              {texts.disable}
            </button>
          </>
        ) : (
          <button type="button" className="button" onClick={() => setStep({ kind: 'enable' })}>
            {texts.enable}
          </button>
        )}
      </div>
      <Steps step={step} go={setStep} hasPassword={me.hasPassword} onChanged={onChanged} />
    </Card>
  );
}

type StepsProps = {
  readonly step: Step | undefined;
  readonly go: (step: Step | undefined) => void;
  readonly hasPassword: boolean;
  readonly onChanged: () => void;
};

function Steps({ step, go, hasPassword, onChanged }: StepsProps) {
  const texts = useTexts(accountTexts).twoFactor;
  const say = useNotice();
  const close = () => go(undefined);
  switch (step?.kind) {
    case 'enable':
      return (
        <ProofDialog
          title={texts.proofTitle}
          action={texts.proof}
          hasPassword={hasPassword}
          onClose={close}
          send={async (proof) => {
            const { totpURI, backupCodes } = await enableTwoFactor(proof);
            go({ kind: 'scan', uri: totpURI, codes: backupCodes });
          }}
        />
      );
    case 'scan':
      return (
        <ScanDialog
          uri={step.uri}
          onClose={close}
          onConfirmed={() => {
            say(texts.enabled);
            go({ kind: 'keep', codes: step.codes });
          }}
        />
      );
    case 'keep':
      return (
        <BackupCodes
          codes={step.codes}
          onClose={() => {
            close();
            // Not earlier: what is drawn around this window may change with it, and the codes are shown only once.
            onChanged();
          }}
        />
      );
    case 'codes':
      return (
        <ProofDialog
          title={texts.newCodes}
          lead={texts.newCodesLead}
          action={texts.proof}
          hasPassword={hasPassword}
          onClose={close}
          send={async (proof) => go({ kind: 'keep', codes: (await newBackupCodes(proof)).backupCodes })}
        />
      );
    case 'disable':
      return (
        <ProofDialog
          title={texts.disableTitle}
          lead={texts.disableLead}
          action={texts.disable}
          isDanger
          hasPassword={hasPassword}
          onClose={close}
          send={async (proof) => {
            await disableTwoFactor(proof);
            onChanged();
            say(texts.disabled);
            close();
          }}
        />
      );
    default:
      return null;
  }
}
