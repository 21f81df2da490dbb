/** Limits with what was used of them: of a key, a member or an account. */
import type { LimitView } from '../../../../src/platform/api/limits.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Meter } from '../../ui/page.tsx';
import { shareOf } from './limit-values.ts';
import { limitTexts } from './texts.ts';

type LimitListProps = {
  readonly limits: readonly LimitView[];
  /** Whose they are, for those who do not see the page. */
  readonly name: string;
};

const NEARLY_FULL = 0.8;

export function LimitList({ limits, name }: LimitListProps) {
  const texts = useTexts(limitTexts);
  const write = useLimitWords();
  if (limits.length === 0) return null;
  return (
    <ul className="plain-list limit-list">
      {limits.map((limit) => {
        const share = limit.used === null ? null : shareOf(limit.used, limit.max);
        const words = write(limit);
        return (
          <li key={`${limit.unit} ${limit.window} ${limit.model} ${limit.setBy}`}>
            {share !== null && (
              <Meter
                label={`${texts.limitOf(name)}: ${words}`}
                share={share}
                kind={share >= 1 ? 'bad' : share >= NEARLY_FULL ? 'warn' : 'normal'}
              />
            )}
            <span className="muted small">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** A limit in words: `15 of 1,000 tokens this month`, `at most 2 requests a minute`. */
function useLimitWords(): (limit: LimitView) => string {
  const texts = useTexts(limitTexts);
  const format = useFormat();
  return ({ max, used, unit, window: per, model, setBy }) => {
    const number = (text: string) => (unit === 'CZK' ? format.czk(text) : format.count(Number(text)));
    const most = (forms: typeof texts.of) => (unit === 'CZK' ? number(max) : forms[unit](Number(max), number(max)));
    const within = texts.within[per];
    const words =
      used === null ? texts.atMost(most(texts.counted), within) : texts.used(number(used), most(texts.of), within);
    const counted = model === undefined ? words : `${words} ${texts.forModel(model)}`;
    return setBy === 'operator' ? `${counted} (${texts.byOperator})` : counted;
  };
}
