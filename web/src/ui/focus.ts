/**
 * Where the focus goes when the page changes without a new document: to the heading of what has come, so that a screen
 * reader reads it and the next Tab goes on from there.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** The address of the page that was last arrived at. The first page of a document keeps the focus where browsers put it. */
let lastPath: string | undefined;

/** The focus stays where it is until the page was used. */
let isUsed = false;
if (typeof document !== 'undefined') {
  document.addEventListener(
    'focusin',
    () => {
      isUsed = true;
    },
    { once: true },
  );
}

/** With a title that may change on the spot: after a form there is often only a sentence, and what had the focus is gone. */
export function useFocusOnArrival(title = ''): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const isDrawn = useRef(false);
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a reason to look where the focus is.
  useEffect(() => {
    const isElsewhere = lastPath !== undefined && lastPath !== path;
    // A page that has come may have put the focus into its only field.
    const isTaken = !isDrawn.current && isInside(heading.current);
    const isLost = isUsed && lastPath !== undefined && document.activeElement === document.body;
    isDrawn.current = true;
    lastPath = path;
    if (isElsewhere ? !isTaken : isLost) heading.current?.focus({ preventScroll: true });
  }, [path, title]);
  return heading;
}

const isInside = (heading: HTMLElement | null): boolean =>
  heading?.closest('main')?.contains(document.activeElement) ?? false;
