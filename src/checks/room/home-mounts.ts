import { join } from 'node:path';
import { bindAll, existing, realPath } from '../../process/bwrap.ts';
import { frozenSettings } from './home-settings.ts';
import { viewMounts } from './view-mounts.ts';
import type { FolderView } from './watched-record.ts';

/** Folders of the home folder that tools write to and that configure nothing. */
const CACHES =
  '.cache .npm .yarn .pnpm-store .local/share/pnpm .bun/install .cargo/registry .cargo/git .m2/repository .gradle .ivy2 go/pkg .nuget .gem .composer/cache'.split(
    ' ',
  );

/** The caches of tools that there are, at their real paths. */
export function cachesIn(home: string): string[] {
  return existing(CACHES.map((name) => join(home, name))).map(realPath);
}

/**
 * Of what lies outside of the workspace: the home folder is read-only, also if it is a temporary one; what configures tools, and the
 * folders that are watched, are as they were when the loop began.
 */
export function outsideMounts(
  home: string | null,
  { frozen, caches, views }: { frozen: string; caches: readonly string[]; views: readonly FolderView[] },
): string[] {
  if (home === null || home === '/') return viewMounts(views);
  return [
    ...bindAll('--ro-bind', existing([home])),
    ...viewMounts(views),
    ...bindAll('--bind', caches),
    ...frozenSettings(home, frozen),
  ];
}
