import { chmod, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ProbeContext, ProbePart } from './part.ts';

/**
 * `-exec` runs the test binaries through a wrapper, which records verbose output and prints the usual output. Flags on the
 * command line override it. GOFLAGS in the environment hides the value stored by `go env -w`, so that value is included.
 */
export const go: ProbePart = async (context) => {
  if (/[\s'"]/.test(context.folder)) return {};
  const own = context.env.GOFLAGS ?? (await storedFlags(context));
  if (/(^|\s)-?-exec\b/.test(own)) return {};
  const wrapper = join(context.folder, 'go', 'exec');
  const text = await readFile(wrapper, 'utf8');
  await writeFile(wrapper, text.replaceAll('@FOLDER@', context.folder));
  await chmod(wrapper, 0o755);
  const addsCoverage = context.coverage && !/(^|\s)-?-cover/.test(own);
  const flags = [own, `-exec=${wrapper}`, addsCoverage ? `-coverprofile=${context.coverage}/go.coverprofile` : ''];
  return { GOFLAGS: flags.filter((flag) => flag !== '').join(' ') };
};

async function storedFlags({ env }: ProbeContext): Promise<string> {
  const home = env.HOME ?? homedir();
  const config = process.platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.config');
  const file = env.GOENV ?? join(env.XDG_CONFIG_HOME ?? config, 'go', 'env');
  const text = await readFile(file, 'utf8').catch(() => '');
  return /^GOFLAGS=(.*)$/m.exec(text)?.[1]?.trim() ?? '';
}
