import { useState } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { AreaField } from '../../ui/field.tsx';
import { AnswerCost } from '../usage/answer-cost.tsx';
import { prettyArguments } from './answer.ts';
import { AnswerText } from './answer-text.tsx';
import { Pictures } from './attachments.tsx';
import type { ToolCall, Turn } from './draft.ts';
import { playgroundTexts } from './texts.ts';

type TurnViewProps = {
  readonly turn: Turn;
  /** Has the last answer given once more. */
  readonly onAgain: (() => void) | undefined;
  readonly onChange: (content: string) => void;
  readonly onRemove: () => void;
};

export function TurnView({ turn, onAgain, onChange, onRemove }: TurnViewProps) {
  const texts = useTexts(playgroundTexts);
  const [isEditing, setIsEditing] = useState(false);
  const role = texts.roles[turn.role];
  return (
    <li className={`turn ${turn.role}`}>
      <div className="turn-head">
        <strong>{role}</strong>
        <span className="grow" />
        {onAgain && (
          <button type="button" className="button quiet compact" onClick={onAgain}>
            {texts.again}
          </button>
        )}
        <button type="button" className="button quiet compact" onClick={() => setIsEditing(!isEditing)}>
          {isEditing ? texts.done : texts.edit}
        </button>
        <button type="button" className="button quiet compact" onClick={onRemove}>
          {texts.remove}
        </button>
      </div>
      <Reasoning text={turn.reasoning} />
      {isEditing ? (
        <AreaField
          label={texts.turnText(role)}
          rows={Math.min(16, turn.content.split('\n').length + 2)}
          value={turn.content}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        turn.content && <TurnText turn={turn} />
      )}
      <Pictures of={turn.pictures} />
      <ToolCalls calls={turn.toolCalls ?? []} />
      {turn.cut && <p className="muted small">{texts.cut[turn.cut]}</p>}
      <Price turn={turn} />
    </li>
  );
}

/** Questions are shown as people typed them. */
function TurnText({ turn: { role, content } }: { readonly turn: Turn }) {
  return role === 'assistant' ? <AnswerText text={content} /> : <div className="turn-text">{content}</div>;
}

export function Reasoning({ text, isLive = false }: { readonly text: string | undefined; readonly isLive?: boolean }) {
  const texts = useTexts(playgroundTexts);
  if (!text) return null;
  return (
    <details className="fold">
      <summary>{isLive ? texts.reasoningLive : texts.reasoning}</summary>
      <div className="turn-text muted">{text}</div>
    </details>
  );
}

export function ToolCalls({ calls }: { readonly calls: readonly ToolCall[] }) {
  const texts = useTexts(playgroundTexts);
  return calls.map((call) => (
    <div key={call.id} className="stack tight">
      <strong className="small">{texts.call(call.name)}</strong>
      <CodeBlock language="json" label={texts.arguments(call.name)} text={prettyArguments(call.arguments)} />
    </div>
  ));
}

function Price({ turn }: { readonly turn: Turn }) {
  const texts = useTexts(playgroundTexts);
  const format = useFormat();
  if (!turn.usage && !turn.completionId) return null;
  const { usage } = turn;
  return (
    <p className="row small muted">
      {usage && (
        <span>
          {texts.exact(format.count(usage.inputTokens), format.count(usage.outputTokens))} ·{' '}
          <AnswerCost completionId={turn.completionId} czk={usage.czk} />
        </span>
      )}
      {turn.completionId && <Link href={`/requests/${encodeURIComponent(turn.completionId)}`}>{texts.receipt}</Link>}
    </p>
  );
}
