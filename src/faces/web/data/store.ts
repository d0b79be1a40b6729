import { useSyncExternalStore } from 'react';

/** A value that views watch. Changes of one frame are drawn together. */
export function createStore<T>(initial: T) {
  let value = initial;
  let frame = 0;
  const watchers = new Set<() => void>();
  const tell = () => {
    frame = 0;
    for (const watcher of watchers) watcher();
  };
  return {
    get: () => value,
    set(next: T) {
      value = next;
      // A page in the background gets no frames, and its notifications still count.
      if (document.hidden) tell();
      else if (frame === 0) frame = requestAnimationFrame(tell);
    },
    watch(watcher: () => void) {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
  };
}

export type Store<T> = ReturnType<typeof createStore<T>>;

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.watch, store.get);
}
