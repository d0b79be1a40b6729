import { join } from 'node:path';
import { existing, realPath } from '../../process/bwrap.ts';
import { freezeHome } from './home-settings.ts';
import { temporaryFolders } from './temporary-mounts.ts';
import { placesToWatch } from './watched-places.ts';
import { noteOutside } from './watched-record.ts';

/** What lies around a workspace and decides how tools work in it. */
export interface Outside {
  home: string | null;
  stateHome: string;
  /** `PATH` and `TMPDIR` of the process that started the loop. */
  path: string | undefined;
  temporary: string | undefined;
}

/** Where the home folder's settings of tools are kept. */
export function frozenHomeIn(folder: string): string {
  return join(folder, 'home');
}

/**
 * Keeps what tools find outside of the workspace as it is now, as far as an agent could change it. Without a cage nothing can be
 * shown as it was, and only programs are watched.
 */
export async function freezeOutside(
  outside: Outside,
  workspace: string,
  folder: string,
  isCaged: boolean,
): Promise<void> {
  const home = outside.home === null ? null : realPath(outside.home);
  const kept =
    isCaged && outside.home !== null ? await freezeHome(outside.home, frozenHomeIn(folder)) : { copied: [], large: [] };
  const temporary = [...temporaryFolders(outside.temporary), ...existing(['/dev/shm'])];
  const places = placesToWatch({
    workspace: realPath(workspace),
    home,
    path: outside.path,
    handled: [realPath(workspace), realPath(outside.stateHome), ...kept.copied],
    temporary,
    large: kept.large,
  });
  await noteOutside(
    isCaged ? places : places.filter(({ isDeep, changes }) => changes === 'doubted' && !isDeep),
    folder,
  );
}
