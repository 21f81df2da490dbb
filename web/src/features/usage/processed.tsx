import type { ReceiptView } from '../../../../src/features/usage/contract.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { type Line, sumsOf } from './lines.ts';
import { receiptTexts } from './receipt-texts.ts';

/** Tokens times price is the amount; the amounts less what tokens paid is what the credit paid. */
export function Processed({ receipt }: { readonly receipt: ReceiptView }) {
  const texts = useTexts(receiptTexts);
  const format = useFormat();
  const sums = sumsOf(receipt);
  if (sums.lines.length === 0) return <p>{texts.nothing}</p>;
  const isReduced = sums.coveredTokens > 0 || !isZeroCzk(sums.waivedCzk);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the table.
    <div className="scroll-x" tabIndex={0} role="region" aria-label={texts.processed}>
      <table className="sums">
        <thead>
          <tr>
            <th scope="col">{texts.kind}</th>
            <th scope="col" className="number wide-only">
              {texts.count}
            </th>
            <th scope="col" className="number wide-only">
              {texts.price}
            </th>
            <th scope="col" className="number">
              {texts.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.lines.map((line) => (
            <Row key={line.kind} line={line} />
          ))}
        </tbody>
        <tfoot>
          {isReduced && <Sum label={texts.full} count={sums.tokens} czk={sums.fullCzk} />}
          {sums.coveredTokens > 0 && (
            <Sum
              label={texts.covered(sums.coveredTokens, format.count(sums.coveredTokens))}
              czk={negative(sums.coveredCzk)}
            />
          )}
          {!isZeroCzk(sums.waivedCzk) && <Sum label={texts.waived} czk={negative(sums.waivedCzk)} />}
          <Sum label={texts.charged} count={isReduced ? undefined : sums.tokens} czk={sums.chargedCzk} isLast />
        </tfoot>
      </table>
    </div>
  );
}

function Row({ line }: { readonly line: Line }) {
  const texts = useTexts(receiptTexts);
  const format = useFormat();
  return (
    <tr>
      <td>
        {texts.kinds[line.kind]}
        <span className="narrow-only muted small">
          {texts.times(format.count(line.tokens), format.exactCzk(line.czkPerMillion))}
        </span>
      </td>
      <td className="number wide-only">{format.count(line.tokens)}</td>
      <td className="number wide-only">× {format.exactCzk(line.czkPerMillion)}</td>
      <td className="number">{format.exactCzk(line.czk)}</td>
    </tr>
  );
}

type SumProps = {
  readonly label: string;
  readonly count?: number | undefined;
  readonly czk: string;
  readonly isLast?: boolean;
};

function Sum({ label, count, czk, isLast = false }: SumProps) {
  const format = useFormat();
  return (
    <tr className={isLast ? 'last-sum' : undefined}>
      <th scope="row">{label}</th>
      <td className="number wide-only">{count === undefined ? '' : format.count(count)}</td>
      <td className="wide-only" />
      <td className="number">{format.exactCzk(czk)}</td>
    </tr>
  );
}

const negative = (czk: string): string => (isZeroCzk(czk) ? czk : `-${czk}`);
