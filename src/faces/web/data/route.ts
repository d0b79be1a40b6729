import { useSyncExternalStore } from 'react';

export type Route =
  | { view: 'loops' }
  | { view: 'new'; project: string | null }
  | { view: 'loop'; project: string; loop: string }
  | { view: 'list'; project: string; list: string };

/** The view that the URL's fragment names: links work, and the server sees none of them. */
export function routeOf(hash: string): Route {
  const [view, project, loop] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  if (view === 'loop' && project && loop) return { view: 'loop', project, loop };
  if (view === 'list' && project && loop) return { view: 'list', project, list: loop };
  if (view === 'new') return { view: 'new', project: project ?? null };
  return { view: 'loops' };
}

export function hrefOf(route: Route): string {
  if (route.view === 'loop') return `#/loop/${route.project}/${route.loop}`;
  if (route.view === 'list') return `#/list/${route.project}/${route.list}`;
  if (route.view === 'new') return route.project === null ? '#/new' : `#/new/${route.project}`;
  return '#/';
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(
    (changed) => {
      window.addEventListener('hashchange', changed);
      return () => window.removeEventListener('hashchange', changed);
    },
    () => location.hash,
  );
  return routeOf(hash);
}
