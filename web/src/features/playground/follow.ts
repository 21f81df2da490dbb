import { useEffect, useLayoutEffect, useRef } from 'react';

/** So near to its end a page is still at its end. */
const NEAR_PX = 120;

/** Keeps the end of a page in sight while it grows, unless the person has scrolled away from it. */
export function useFollow(grown: readonly unknown[]): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const look = () => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has grown is the caller's to say.
  useLayoutEffect(() => {
    if (isAtEnd.current) scrollTo(0, document.documentElement.scrollHeight);
  }, grown);
}
