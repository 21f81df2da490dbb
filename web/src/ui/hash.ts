/** The part of a page that its address names by `#`, where that part is drawn only later than the page. */
import { useEffect } from 'react';

/** Scrolls there once, when it is drawn. */
export function useScrollToHash(isThere: boolean): void {
  useEffect(() => {
    if (isThere && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isThere]);
}
