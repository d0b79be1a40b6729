import { access, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ProbePart } from './part.ts';

/** SPEC_OPTS overrides all other sources, including formatters, so those of `.rspec` are repeated before ours. */
export const rspec: ProbePart = async ({ env, cwd, out }) => {
  const exists = await Promise.all(
    ['.rspec', 'spec'].map((file) =>
      access(join(cwd, file)).then(
        () => true,
        () => false,
      ),
    ),
  );
  const own = env.SPEC_OPTS ?? '';
  if (!exists.includes(true) || /\s/.test(out)) return {};
  const files = [join(env.HOME ?? homedir(), '.rspec'), join(cwd, '.rspec'), join(cwd, '.rspec-local')];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const human = [own, ...texts.reverse()].map(formatters).find((options) => options.length > 0) ?? [
    '--format progress',
  ];
  const isNamed = formatters(own).length > 0;
  return {
    SPEC_OPTS: [own, ...(isNamed ? [] : human), `--format json --out ${join(out, 'rspec.json')}`].join(' ').trim(),
  };
};

function formatters(options: string): string[] {
  return options.match(/(?:--format|-f)[ =]?\S+(?:\s+(?:--out|-o)[ =]\S+)?/g) ?? [];
}
