// `npm run release -- <version> [--publish]`: tests and packs HEAD in a clone, installs the tarball in an empty folder and runs
// its program. Only then, and only with `--publish`, publishes that very tarball, commits the version and tags it.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [version = '', ...flags] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'release-'));
try {
  release();
} catch (error) {
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function release() {
  const unknown = flags.find((flag) => flag !== '--publish');
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) || unknown)
    throw new Error('usage: npm run release -- <version> [--publish]');
  if (run('git', ['status', '--porcelain'], '.') !== '')
    throw new Error('the working tree has changes; commit them first');
  if (run('git', ['tag', '--list', `v${version}`], '.') !== '') throw new Error(`the tag v${version} exists already`);

  const clone = join(folder, 'clone');
  run('git', ['clone', '--quiet', '--no-hardlinks', process.cwd(), clone], '.');
  run('npm', ['version', version, '--no-git-tag-version', '--ignore-scripts'], clone);
  step('install and build', 'npm', ['ci', '--no-audit', '--no-fund'], clone);
  step('test', 'npm', ['test'], clone);
  const [{ filename, size, files }] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts'], clone));
  const tarball = join(clone, filename);

  const { name, bin } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{"private":true}\n');
  step('install the tarball', 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball], empty);
  const [program] = Object.keys(bin);
  const said = run(join(empty, 'node_modules', '.bin', program), ['--version'], empty);
  if (!said.includes(version)) throw new Error(`the installed ${program} says it is ${said}, not ${version}`);
  copyFileSync(tarball, filename);
  console.log(
    `${filename}: ${(size / 1e6).toFixed(1)} MB, ${files.length} files; installed and run: ${program} ${said}`,
  );

  if (!flags.includes('--publish')) {
    console.log(`nothing is published; to publish: npm run release -- ${version} --publish`);
    return;
  }
  step('publish', 'npm', ['publish', filename], '.');
  run('npm', ['version', version, '--ignore-scripts', '-m', 'chore: release v%s'], '.');
  console.log(`${name} ${version} is published, committed and tagged; to share the tag: git push --follow-tags`);
}

function step(what, file, args, cwd) {
  console.log(`${what} …`);
  run(file, args, cwd);
}

function run(file, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status === 0) return stdout.trim();
  const said = `${stdout ?? ''}${stderr ?? ''}`.trim().slice(-2000);
  throw new Error(`${file} ${args.slice(0, 3).join(' ')} failed: ${error?.message ?? said}`);
}
