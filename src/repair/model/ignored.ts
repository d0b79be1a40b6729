import { git } from '../../system/git.ts';

/** Without git, nothing says what is generated: these folders usually are. */
const USUAL = /(?:^|\/)(?:coverage|htmlcov|lcov-report)\/|^(?:build|out|target)\//;

/** Which paths of a folder git ignores: they are made by the checks, and disappear with the next run. */
export async function ignoredIn(folder: string): Promise<(path: string) => boolean> {
  const args = ['ls-files', '-z', '-o', '-i', '--exclude-standard', '--directory'];
  const options = { cwd: folder, userConfig: true, signal: AbortSignal.timeout(5000), maxBytes: 16 * 2 ** 20 };
  const listed = await git(args, options).then(
    ({ stdout }) => stdout.toString().split('\0'),
    () => null,
  );
  // If git ignores the folder itself, it says nothing about what is in it.
  if (listed === null || listed.includes('./')) return (path) => USUAL.test(path);
  const all = new Set(listed);
  return (path) => all.has(path) || foldersOf(path).some((outer) => all.has(outer));
}

/** `a/b/c.js` → `a/`, `a/b/`. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, at) => `${names.slice(0, at + 1).join('/')}/`);
}
