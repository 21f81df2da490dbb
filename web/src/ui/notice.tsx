/** Short words about what has just happened. They are read out by screen readers and go away by themselves. */
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useTexts } from '../language.tsx';
import { useIsProving } from '../proof.ts';
import { frameTexts } from '../texts/frame.ts';

type Kind = 'good' | 'bad';
type Notice = { readonly id: number; readonly text: string; readonly kind: Kind };
type Say = (text: string, kind?: Kind) => void;

const SHOWN_MS = 6000;
const NoticeContext = createContext<Say>(() => {});
let lastId = 0;

export function NoticeProvider({ children }: { readonly children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const isProving = useIsProving();
  const texts = useTexts(frameTexts);
  const say = useCallback<Say>((text, kind = 'good') => {
    const id = ++lastId;
    setNotices((before) => [...before.slice(-2), { id, text, kind }]);
    setTimeout(() => setNotices((before) => before.filter((one) => one.id !== id)), SHOWN_MS);
  }, []);
  return (
    <NoticeContext value={say}>
      {children}
      <div className="notices no-print" role="status" aria-live="polite">
        {isProving && <div className="notice">{texts.oneMoment}</div>}
        {notices.map(({ id, text, kind }) => (
          <div key={id} className={`notice ${kind}`}>
            {text}
          </div>
        ))}
      </div>
    </NoticeContext>
  );
}

export const useNotice = (): Say => useContext(NoticeContext);
