import { type RefObject, useEffect } from 'react';
import { hrefOf } from '../data/route.ts';

/** `j` and `k` move through what matches, `/` searches, `u` goes up to the list. */
export function useKeys(selector: string, search?: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape' && event.target === search?.current) search?.current?.blur();
      if (isTyping) return;
      if (event.key === '/' && search) {
        event.preventDefault();
        search.current?.focus();
      }
      if (event.key === 'u') location.hash = hrefOf({ view: 'loops' });
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0) return;
      const all = [...document.querySelectorAll<HTMLElement>(selector)];
      const at = all.indexOf(document.activeElement as HTMLElement);
      all[at === -1 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [selector, search]);
}
