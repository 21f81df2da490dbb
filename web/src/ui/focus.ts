/**
 * Where the focus goes when the page changes without a new document: to the heading of what has come, so that a screen
 * reader reads it and the next Tab goes on from there.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** The address of the page that was last arrived at. The first page of a document keeps the focus where browsers put it. */
let lastPath: string | undefined;

/** With the title of a page whose title may change on the spot: after a form there is often only a sentence left. */
export function useFocusOnArrival(title = ''): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const lastTitle = useRef<string>(undefined);
  const [path] = useLocation();
  useEffect(() => {
    const isNew = lastTitle.current === undefined;
    const isElsewhere = lastPath !== undefined && lastPath !== path;
    const isRenamed = !isNew && lastTitle.current !== title;
    lastPath = path;
    lastTitle.current = title;
    // A page that has come may have put the focus into its only field; a title also changes with the language.
    const isKept = isNew ? isInside(heading.current) : isRenamed && document.activeElement !== document.body;
    if ((isElsewhere || isRenamed) && !isKept) heading.current?.focus({ preventScroll: true });
  }, [path, title]);
  return heading;
}

const isInside = (heading: HTMLElement | null): boolean =>
  heading?.closest('main')?.contains(document.activeElement) ?? false;
