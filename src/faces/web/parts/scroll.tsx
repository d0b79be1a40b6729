import type { ReactNode, Ref, UIEventHandler } from 'react';

interface ScrollProps {
  label: string;
  className?: string;
  maxHeight?: number;
  place?: Ref<HTMLElement>;
  onScroll?: UIEventHandler<HTMLElement>;
  children: ReactNode;
}

/** A part of the page that scrolls by itself: it can be reached, and so scrolled, by keyboard. */
export function Scroll({ label, className = 'scroll', maxHeight, place, onScroll, children }: ScrollProps) {
  return (
    // biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section
      className={className}
      ref={place}
      tabIndex={0}
      aria-label={label}
      onScroll={onScroll}
      {...(maxHeight !== undefined && { style: { maxHeight } })}
    >
      {children}
    </section>
    // biome-ignore-end lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  );
}

/** What a program printed, as text. */
export function Output({ label, isBad = false, children }: { label: string; isBad?: boolean; children: string }) {
  return (
    <Scroll label={label} className={isBad ? 'output bad' : 'output'}>
      <pre>{children}</pre>
    </Scroll>
  );
}
