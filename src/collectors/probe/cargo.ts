import { chmod, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ProbeContext, ProbePart } from './part.ts';

const TRIPLES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['unknown-linux-gnu', 'unknown-linux-musl'],
  darwin: ['apple-darwin'],
};

/**
 * Cargo runs test binaries through a runner, configured per target. All targets that this machine can have are set, so that
 * rustc need not be called. Doc tests are not affected. Does nothing if a runner is configured.
 */
export const cargo: ProbePart = async (context) => {
  if (/[\s'"]/.test(context.folder) || (await hasRunner(context))) return {};
  const runner = join(context.folder, 'cargo', 'runner');
  const text = await readFile(runner, 'utf8');
  await writeFile(runner, text.replace('@FOLDER@', context.folder));
  await chmod(runner, 0o755);
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const targets = (TRIPLES[process.platform] ?? []).map((system) => `${machine}-${system}`);
  return Object.fromEntries(targets.map((target) => [variable(target), runner]));
};

function variable(target: string): string {
  return `CARGO_TARGET_${target.toUpperCase().replaceAll('-', '_')}_RUNNER`;
}

async function hasRunner({ env, cwd }: ProbeContext): Promise<boolean> {
  if (Object.keys(env).some((name) => /^CARGO_TARGET_.*_RUNNER$/.test(name))) return true;
  const folders = [env.CARGO_HOME ?? join(env.HOME ?? homedir(), '.cargo')];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(join(folder, '.cargo'));
    if (folder === dirname(folder)) break;
  }
  const files = folders.flatMap((folder) => [join(folder, 'config.toml'), join(folder, 'config')]);
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts.some((text) => /^[ \t]*runner\s*=/m.test(text));
}
