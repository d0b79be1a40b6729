import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** True where the program is there, or could be installed by Debian's package manager. */
export function ensureProgram(program: string, packages: readonly string[]): boolean {
  if (has(program)) return true;
  install(packages);
  return has(program);
}

function install(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !has('apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env }).status === 0;
  const all = ['install', '-y', '--no-install-recommends', ...packages];
  if (!apt(...all) && apt('update')) apt(...all);
}

function has(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

export function ensureModule(module: string, packages: readonly string[]): boolean {
  const importable = () => spawnSync('python3', ['-c', `import ${module}`]).status === 0;
  if (!importable()) install(packages);
  return importable();
}

/** A folder with these packages in its `node_modules`; projects beneath it find them. */
export function npmFolder(packages: readonly string[]): { root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'jumar-live-'));
  writeFileSync(join(root, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', ...packages], {
    cwd: root,
    stdio: 'ignore',
  });
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Maven's repository as Debian ships it is full of links, and Maven wants to write into it. */
export function mavenRepository(): { root: string; remove(): void } | null {
  const debian = '/usr/share/maven-repo';
  const needed = ['maven-surefire-plugin', 'maven-compiler-plugin', 'maven-resources-plugin'];
  const plugins = join(debian, 'org/apache/maven/plugins');
  const isThere = () =>
    needed.every((plugin) => existsSync(join(plugins, plugin))) && existsSync(join(debian, 'org/junit/jupiter'));
  const packages = [
    'maven',
    'junit5',
    'libsurefire-java',
    'libmaven-compiler-plugin-java',
    'libmaven-resources-plugin-java',
  ];
  if (!ensureProgram('mvn', packages)) return null;
  if (!isThere()) install(packages);
  if (!isThere()) return null;
  const root = mkdtempSync(join(tmpdir(), 'jumar-maven-'));
  mkdirSync(root, { recursive: true });
  for (const folder of [
    'org',
    'com',
    'commons-io',
    'commons-codec',
    'javax',
    'plexus',
    'aopalliance',
    'backport-util-concurrent',
  ]) {
    if (existsSync(join(debian, folder))) copy(join(debian, folder), join(root, folder));
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function copy(from: string, to: string): void {
  // Links that lead nowhere are part of Debian's repository.
  if (spawnSync('cp', ['-rL', from, to]).status === null) cpSync(from, to, { recursive: true });
}
