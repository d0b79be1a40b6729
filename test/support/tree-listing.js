import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
/**
 * Every file and link beneath a folder with its permissions and content, as lines that can be compared. Names are
 * latin1, so that those which are not UTF-8 are told apart. `.git` and folders as such are left out.
 */
export function treeListing(root, ignore = () => false) {
  const lines = [];
  const walk = (folder) => {
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
function at(root, path) {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
}
function hash(file) {
  return createHash('sha1').update(readFileSync(file)).digest('hex').slice(0, 12);
}
