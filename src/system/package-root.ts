import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, with its package.json and assets, wherever the calling file was compiled or bundled to. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('the package.json of jumar is missing');
    folder = parent;
  }
  return folder;
}

/** Where the program's own files lie: this package, and its dependencies where they are installed beside it. */
export function programFolder(): string {
  const own = packageRoot();
  const around = dirname(own);
  return basename(around) === 'node_modules' && !existsSync(join(own, 'node_modules')) ? around : own;
}
