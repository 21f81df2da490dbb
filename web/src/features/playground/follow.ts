import { useEffect, useLayoutEffect, useRef } from 'react';

/** So near to its end a page is still at its end. */
const NEAR_PX = 120;

/** Keeps the end of a page in sight while it grows, unless the person has scrolled away. At 0 there is nothing to follow. */
export function useFollow(grown: number): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const look = () => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  useLayoutEffect(() => {
    if (grown > 0 && isAtEnd.current) scrollTo(0, document.documentElement.scrollHeight);
  }, [grown]);
}
