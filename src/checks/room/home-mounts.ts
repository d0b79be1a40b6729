import { join } from 'node:path';
import { bindAll, existing, realPath } from '../../process/bwrap.ts';
import { frozenSettings } from './home-settings.ts';

/** Folders of the home folder that tools write to and that configure nothing. */
const CACHES =
  '.cache .npm .yarn .pnpm-store .local/share/pnpm .bun/install .cargo/registry .cargo/git .m2/repository .gradle .ivy2 go/pkg .nuget .gem .composer/cache'.split(
    ' ',
  );

/** The caches of tools that there are, at their real paths. */
export function cachesIn(home: string): string[] {
  return existing(CACHES.map((name) => join(home, name))).map(realPath);
}

/** The home folder is read-only, also if it is a temporary one; what configures tools is as it was when the loop began. */
export function homeMounts(home: string, frozen: string, caches: readonly string[]): string[] {
  return [...bindAll('--ro-bind', existing([home])), ...bindAll('--bind', caches), ...frozenSettings(home, frozen)];
}
