/** One key with what it spent and what it may. */
import type { KeyView } from '../../../../src/features/keys/contract.ts';
import { useMay } from '../../acting.ts';
import { useApi } from '../../api.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { tokenTexts } from '../../texts/token-count.ts';
import { Badge } from '../../ui/page.tsx';
import { Ago } from '../../ui/when.tsx';
import { LimitList } from '../limits/limit-list.tsx';
import { type KeyState, keyState } from './key-state.ts';
import { keysTexts } from './texts.ts';

export type KeyAction = 'edit' | 'rotate' | 'revoke';

type KeyRowProps = {
  readonly of: KeyView;
  readonly nowMs: number;
  readonly onAction: (action: KeyAction, key: KeyView) => void;
};

const KINDS: Readonly<Record<KeyState, 'plain' | 'good' | 'warn' | 'bad'>> = {
  active: 'good',
  ending: 'warn',
  'limit-reached': 'bad',
  paused: 'bad',
  expired: 'plain',
  revoked: 'plain',
  playground: 'plain',
};

export function KeyRow({ of, nowMs, onAction }: KeyRowProps) {
  const texts = useTexts(keysTexts);
  const state = keyState(of, nowMs);
  return (
    <li className="key">
      <div>
        <div className="key-head">
          <h3>{of.name}</h3>
          <Badge kind={KINDS[state]}>{texts.status[state]}</Badge>
        </div>
        <KeyFacts of={of} nowMs={nowMs} />
      </div>
      <div className="key-money">
        <dl className="key-spend">
          <Spent label={texts.row.today} czk={of.spentTodayCzk} tokens={of.tokensToday} />
          <Spent label={texts.row.month} czk={of.spentMonthCzk} tokens={of.tokensMonth} />
          <Spent label={texts.row.total} czk={of.spentCzk} tokens={of.tokens} />
        </dl>
        <LimitList limits={of.limits} name={of.name} />
      </div>
      {state !== 'revoked' && state !== 'expired' && <KeyActions of={of} onAction={onAction} />}
    </li>
  );
}

type SpentProps = { readonly label: string; readonly czk: string; readonly tokens: number };

/** The amount paid from credit, where there is one, and all tokens, also those that a plan or a package has paid. */
function Spent({ label, czk, tokens }: SpentProps) {
  const { tokenCount } = useTexts(tokenTexts);
  const format = useFormat();
  const isCovered = isZeroCzk(czk) && tokens > 0;
  return (
    <div>
      <dt>{label}</dt>
      {!isCovered && <dd>{format.czk(czk)}</dd>}
      <dd className={isCovered ? undefined : 'spent-tokens'}>{tokenCount(tokens, format.short(tokens))}</dd>
    </div>
  );
}

function KeyFacts({ of, nowMs }: { readonly of: KeyView; readonly nowMs: number }) {
  const texts = useTexts(keysTexts).row;
  const format = useFormat();
  const isPlayground = of.kind === 'playground';
  const facts = [
    isPlayground && texts.playground,
    of.member && texts.member(of.member.email ?? texts.formerMember),
    of.lastUsedAtMs === null && texts.neverUsed,
    !isPlayground && texts.created(format.date(of.createdAtMs)),
    endingOf(),
    of.allowedModels.length > 0 && texts.models(of.allowedModels.length),
    of.allowedRanges.length > 0 && texts.ranges(of.allowedRanges.length),
  ].filter((fact) => typeof fact === 'string');
  return (
    <p className="key-facts muted small">
      {!isPlayground && <code>…{of.hint}</code>}
      {of.lastUsedAtMs !== null && <Ago atMs={of.lastUsedAtMs} say={texts.lastUsed} />}
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );

  function endingOf(): string | undefined {
    if (of.revokedAtMs !== null) return texts.revoked(format.date(of.revokedAtMs));
    if (of.expiresAtMs === null) return undefined;
    if (of.expiresAtMs <= nowMs) return texts.expired(format.date(of.expiresAtMs));
    return texts.expires(format.relative(of.expiresAtMs, nowMs), format.date(of.expiresAtMs));
  }
}

/** The playground's key has no secret to replace. Who may not write keys revokes their own. */
function KeyActions({ of, onAction }: Pick<KeyRowProps, 'of' | 'onAction'>) {
  const texts = useTexts(keysTexts);
  const { data: me } = useApi('GET /api/me');
  const may = useMay();
  const all: readonly (readonly [KeyAction, string])[] = [
    ['edit', texts.edit],
    ['rotate', texts.rotate],
    ['revoke', texts.revoke],
  ];
  const isOwn = of.member !== null && of.member.email === me?.email;
  const possible = of.kind === 'playground' ? all.slice(0, 1) : all;
  const actions = may('write-keys') ? possible : isOwn ? possible.slice(2) : [];
  if (actions.length === 0) return null;
  return (
    <div className="key-actions">
      {actions.map(([action, label]) => (
        <button
          key={action}
          type="button"
          className="button compact"
          aria-label={texts.about(label, of.name)}
          onClick={() => onAction(action, of)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
