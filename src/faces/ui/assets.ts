import { readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { filesUnder } from '../../system/files-under.ts';
import { packageRoot } from '../../system/package-root.ts';
import { UsageError } from '../../system/usage-error.ts';

export interface Asset {
  body: Uint8Array<ArrayBuffer>;
  type: string;
  /** Its name holds the hash of its content. */
  isHashed: boolean;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The built page, read once: by its paths, and nothing else can be asked for. */
export async function readAssets(folder = join(packageRoot(), 'dist', 'web')): Promise<Map<string, Asset>> {
  const paths = await filesUnder(folder).catch(() => []);
  if (paths.length === 0) throw new UsageError(`the page is not built: ${folder} is missing`, 'npm run build');
  const assets = new Map<string, Asset>();
  for (const full of paths) {
    const path = relative(folder, full);
    const type = TYPES[extname(path)];
    if (type) {
      const body = Uint8Array.from(readFileSync(full));
      assets.set(path === 'index.html' ? '/' : `/${path}`, { body, type, isHashed: path.startsWith('assets/') });
    }
  }
  return assets;
}
