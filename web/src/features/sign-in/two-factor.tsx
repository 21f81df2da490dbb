/** The second factor: turning it on and off, and new backup codes. */
import { useState } from 'react';
import type { MeView } from '../../../../src/features/sign-in/contract.ts';
import { disableTwoFactor, enableTwoFactor, newBackupCodes, type Proof } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { useScrollToHash } from '../../ui/hash.ts';
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
  useScrollToHash(true);
  return (
    <Card
      id="two-factor"
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
  const end = () => go(undefined);
  if (step === undefined) return null;
  if (step.kind === 'scan') {
    const onConfirmed = () => {
      say(texts.enabled);
      go({ kind: 'keep', codes: step.codes });
    };
    return <ScanDialog uri={step.uri} onClose={end} onConfirmed={onConfirmed} />;
  }
  if (step.kind === 'keep') {
    const onClose = () => {
      end();
      // Not earlier: what is drawn around this window may change with it, and the codes are shown only once.
      onChanged();
    };
    return <BackupCodes codes={step.codes} onClose={onClose} />;
  }
  return <ProvenStep kind={step.kind} go={go} hasPassword={hasPassword} onChanged={onChanged} />;
}

type ProvenStepProps = Omit<StepsProps, 'step'> & { readonly kind: 'enable' | 'disable' | 'codes' };

/** A step that takes the password or a fresh sign-in. */
function ProvenStep({ kind, go, hasPassword, onChanged }: ProvenStepProps) {
  const texts = useTexts(accountTexts).twoFactor;
  const say = useNotice();
  const shared = { hasPassword, onClose: () => go(undefined) };
  if (kind === 'enable') {
    const send = async (proof: Proof) => {
      const { totpURI, backupCodes } = await enableTwoFactor(proof);
      go({ kind: 'scan', uri: totpURI, codes: backupCodes });
    };
    return <ProofDialog {...shared} title={texts.proofTitle} action={texts.proof} send={send} />;
  }
  if (kind === 'codes') {
    const send = async (proof: Proof) => go({ kind: 'keep', codes: (await newBackupCodes(proof)).backupCodes });
    return (
      <ProofDialog {...shared} title={texts.newCodes} lead={texts.newCodesLead} action={texts.proof} send={send} />
    );
  }
  const send = async (proof: Proof) => {
    await disableTwoFactor(proof);
    onChanged();
    say(texts.disabled);
    go(undefined);
  };
  return (
    <ProofDialog
      {...shared}
      title={texts.disableTitle}
      lead={texts.disableLead}
      action={texts.disable}
      isDanger
      send={send}
    />
  );
}
