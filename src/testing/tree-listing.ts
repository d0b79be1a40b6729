import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Every file and link below a folder with its permissions and content, as comparable lines. Names are latin1, so that
 * names that are not UTF-8 stay distinct. Leaves out `.git`, and folders themselves.
 */
export function treeListing(root: string, ignore: (path: string) => boolean = () => false): string[] {
  const lines: string[] = [];
  const walk = (folder: string) => {
    for (const name of readdirSync(at(root, folder), { encoding: 'latin1' })) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (name === '.git' || ignore(path)) continue;
      const stats = lstatSync(at(root, path));
      if (stats.isDirectory()) walk(path);
      else if (stats.isSymbolicLink()) lines.push(`${path} -> ${readlinkSync(at(root, path), { encoding: 'latin1' })}`);
      else if (stats.isFile()) lines.push(`${path} ${(stats.mode & 0o777).toString(8)} ${hash(at(root, path))}`);
    }
  };
  walk('');
  return lines.sort();
}

function at(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
}

function hash(file: Buffer): string {
  return createHash('sha1').update(readFileSync(file)).digest('hex').slice(0, 12);
}
