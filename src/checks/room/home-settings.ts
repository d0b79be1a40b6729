import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { realPath } from '../../process/bwrap.ts';
import { copyEntries } from './copy-entries.ts';

/** Files and folders of the home folder that configure tools, or hold programs and plugins that tools load. */
const HOME_SETTINGS = [
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.bunfig.toml', '.node_modules', '.node_libraries', '.noderc'],
  ...['.gitconfig', '.config/git', '.config/pip', '.pip', '.pydistutils.cfg', '.pythonrc', 'pytest.ini', 'conftest.py'],
  ...['.cargo/config', '.cargo/config.toml', '.config/go', '.config/nextest.toml', '.rspec', '.bundle'],
  ...['.m2/settings.xml', '.mavenrc', '.gradle/gradle.properties', '.gradle/init.gradle', '.gradle/init.d'],
  ...['.mocharc.js', '.mocharc.cjs', '.mocharc.json', '.babelrc', '.eslintrc', '.eslintrc.json', '.eslintrc.js'],
  ...['bin', '.local/bin', '.local/lib'],
];

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 20_000;
const PRESENT = 'present.json';

/** Copies the settings of tools, and notes which there were. What is too large to copy is only noted. Resolves to both, by real paths. */
export async function freezeHome(home: string, to: string): Promise<{ copied: string[]; large: string[] }> {
  const present = HOME_SETTINGS.filter((name) => existsSync(join(home, name)));
  const pathOf = (name: string) => realPath(join(home, name));
  const small = new Set(present.filter((name) => isSmall(pathOf(name))));
  await mkdir(to, { recursive: true, mode: 0o700 });
  await copyEntries(home, join(to, 'copy'), [...small], realPath);
  await writeFile(join(to, PRESENT), JSON.stringify(present));
  return { copied: [...small].map(pathOf), large: present.filter((name) => !small.has(name)).map(pathOf) };
}

/** Mounts that show the settings as they were; nothing if they were not frozen. */
export function frozenSettings(home: string, frozen: string): string[] {
  const file = join(frozen, PRESENT);
  if (!existsSync(file)) return [];
  const present = new Set(JSON.parse(readFileSync(file, 'utf8')) as string[]);
  return HOME_SETTINGS.flatMap((name) => {
    const [now, then] = [join(home, name), join(frozen, 'copy', name)];
    if (!existsSync(now)) return [];
    if (existsSync(then)) return ['--ro-bind', then, realPath(now)];
    if (present.has(name)) return [];
    const real = realPath(now);
    return lstatSync(real).isDirectory() ? ['--tmpfs', real] : ['--ro-bind', '/dev/null', real];
  });
}

function isSmall(path: string): boolean {
  let [bytes, entries] = [0, 0];
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const stats = lstatSync(next);
    bytes += stats.size;
    if (++entries > MAX_ENTRIES || bytes > MAX_BYTES) return false;
    if (stats.isDirectory()) for (const name of readdirSync(next)) open.push(join(next, name));
  }
  return true;
}
